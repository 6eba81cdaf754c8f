// The only script of ours. Everything works without it; with it focus is kept, changes are announced, lost
// connections are told, dialogs open and the theme is remembered. Hooks for templates:
//   data-announce="text"  on a swapped-in part: read out     data-dialog="id"  opens <dialog id>
//   data-open             on a swapped-in <dialog>: opened   data-close        closes the dialog around it
//   data-theme-toggle     switches light and dark        data-resend       sends the form that waits for a sign-in
(() => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const show = (id, on) => { const part = $(id); if (part) part.hidden = !on; };

  // --- a swap: where the focus was, and where it goes ---
  let before = null;

  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, requestConfig } = event.detail;
    const active = document.activeElement;
    before = {
      panel: target.id,
      focused: active && target.contains(active) ? active.id : null,
      inside: Boolean(active && target.contains(active)),
      posted: requestConfig.verb !== "get",
    };
  });

  document.addEventListener("htmx:afterSettle", () => {
    if (!before) return;
    const { panel: panelId, focused, inside, posted } = before;
    before = null;
    const panel = $(panelId);
    if (!panel) return;
    const told = panel.closest("[data-announce]") || panel.querySelector("[data-announce]");
    if (told) $("live").textContent = told.dataset.announce;
    const dialog = panel.querySelector("dialog[data-open]");
    if (dialog && !dialog.open) { dialog.showModal(); return; }
    if (!inside && !posted) return; // a board that polls beside the field in which someone types
    const invalid = posted && panel.querySelector("[aria-invalid=true]:not([type=hidden])");
    if (!invalid && !inside) return;
    focusOn(invalid || (focused && $(focused)) || panel.querySelector("h1, h2, h3"));
  });

  function focusOn(element) {
    if (!element) return;
    if (element.matches("h1, h2, h3")) element.tabIndex = -1;
    element.focus();
  }

  // --- busy, lost connection, errors ---
  document.addEventListener("htmx:beforeRequest", (event) => event.detail.target.setAttribute("aria-busy", "true"));
  document.addEventListener("htmx:afterRequest", (event) => {
    // The answer may have chosen another target than the request.
    for (const target of [event.detail.target, event.detail.requestConfig.target]) target?.removeAttribute("aria-busy");
    if (event.detail.xhr.status > 0) show("offline", false);
    if (event.detail.successful) show("trouble", false);
  });
  for (const lost of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(lost, () => show("offline", true));
  }
  document.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail; // plain text is the server's own words
    const words = (xhr.getResponseHeader("Content-Type") || "").startsWith("text/plain") ? xhr.responseText : "";
    const [usual, own] = $("trouble").querySelectorAll("span");
    usual.hidden = Boolean(words);
    own.textContent = words || `(${xhr.status})`;
    show("trouble", true);
  });
  window.addEventListener("offline", () => show("offline", true));
  window.addEventListener("online", () => show("offline", false));

  // --- a sign-in that ended: signed in beside the form, it is sent again ---
  let waiting = null;
  document.addEventListener("htmx:beforeRequest", (event) => {
    const { elt, requestConfig } = event.detail;
    const form = requestConfig.verb === "get" ? null : elt.closest("form");
    if (form && !form.closest("#again")) waiting = { form, submitter: requestConfig.triggeringEvent?.submitter ?? null };
  });

  document.addEventListener("htmx:configRequest", (event) => {
    // Signing in changes the token; forms drawn before bear the old one.
    const token = /(?:^|; )trainer_csrf=([^;]*)/.exec(document.cookie);
    const { parameters } = event.detail;
    if (token && parameters.csrfmiddlewaretoken) parameters.csrfmiddlewaretoken = token[1];
  });

  function resend() {
    const dialog = document.querySelector("#again dialog");
    if (dialog) dialog.close();
    $("again").replaceChildren();
    if (waiting && waiting.form.isConnected) waiting.form.requestSubmit(waiting.submitter);
  }

  // --- dialogs and the theme ---
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-dialog]");
    if (opener && $(opener.dataset.dialog)) { event.preventDefault(); $(opener.dataset.dialog).showModal(); }
    const closer = event.target.closest("[data-close]");
    if (closer && closer.closest("dialog")) { event.preventDefault(); closer.closest("dialog").close(); }
    if (event.target.closest("[data-theme-toggle]")) switchTheme();
    if (event.target.closest("[data-resend]")) resend();
  });

  function switchTheme() {
    const root = document.documentElement;
    const theme = root.dataset.bsTheme === "dark" ? "light" : "dark";
    root.dataset.bsTheme = theme;
    document.cookie = `theme=${theme}; Path=/; Max-Age=31536000; SameSite=Lax`;
  }

  document.querySelectorAll("[data-theme-toggle]").forEach((button) => { button.hidden = false; });
})();
