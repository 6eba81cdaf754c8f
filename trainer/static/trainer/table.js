// The referee's screen: keys in both layouts, and how old the data is. Without it everything is done by tap.
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const typing = (element) => element.matches("input:not([type=hidden]):not([type=radio]):not([type=checkbox]), textarea, select");

  // Keys by place (event.code), so that the Russian and the Latin layout do the same.
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const control = event.ctrlKey || event.metaKey;
    if (typing(event.target)) {
      if (event.key === "Escape") { const close = $("#desk .btn-quiet"); if (close) close.click(); }
      return;
    }
    if (control && event.code === "KeyZ" && !event.shiftKey) return press(event, "[data-k=undo]");
    if (control && (event.code === "KeyY" || (event.code === "KeyZ" && event.shiftKey))) return press(event, "[data-k=redo]");
    if (control || event.altKey) return undefined;
    if (event.key === "?" || (event.code === "Slash" && event.shiftKey)) return press(event, "[data-dialog=keys]");
    if (event.key === "Escape") return press(event, "#desk .btn-quiet");
    if (/^(Digit|Numpad)[1-9]$/.test(event.code)) return press(event, `#desk [data-n="${event.code.slice(-1)}"]`);
    const letter = document.querySelector(`#table [data-code="${event.code}"]`);
    if (letter) return press(event, `#table [data-code="${event.code}"]`);
    if (event.key === "Enter" && !event.target.closest("a, button, summary, [role=button]")) return press(event, "#desk .btn-act");
    return undefined;
  });

  function press(event, selector) {
    const found = [...document.querySelectorAll(selector)].find((one) => one.offsetParent !== null);
    if (found) { event.preventDefault(); found.click(); }
  }

  // A tap on the map chooses the sector in the open form; where nothing else is asked it records at once.
  document.addEventListener("click", (event) => {
    const hex = event.target.closest("[data-pick]");
    const field = hex && document.querySelector("#desk form.open [name=sector]");
    if (!field) return;
    const radio = field.type === "radio" && document.querySelector(`#desk form.open [name=sector][value="${hex.dataset.pick}"]`);
    if (radio) radio.checked = true; else field.value = hex.dataset.pick;
    const fields = [...field.form.querySelectorAll("input:not([type=hidden]), select, textarea")];
    const asked = new Set(fields.filter((one) => !one.closest("details")).map((one) => one.name));
    if (asked.size === 1) field.form.requestSubmit(); else field.focus();
  });

  // A form in which something was typed is left alone when the table goes on elsewhere.
  let typed = false;
  document.addEventListener("input", (event) => { if (event.target.closest("#desk form")) typed = true; });
  document.addEventListener("htmx:afterSwap", (event) => { if (event.detail.target.id === "table") typed = false; });
  document.addEventListener("htmx:configRequest", (event) => {
    if (typed && event.detail.elt.id === "pulse") event.detail.parameters.desk = "form";
  });

  // The buttons beside a number.
  document.addEventListener("click", (event) => {
    const step = event.target.closest("[data-step]");
    if (!step) return;
    const field = step.parentElement.querySelector("input");
    const least = Number(field.dataset.least ?? "-1000000000");
    const most = Number(field.dataset.most ?? "1000000000");
    const now = Number(field.value.replace(/[\s\u00a0]/g, "").replace("−", "-")) || 0;
    field.value = String(Math.min(most, Math.max(least, now + Number(step.dataset.step)))).replace("-", "−");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // What a referee prefers is remembered by this browser.
  document.addEventListener("change", (event) => {
    const name = event.target.dataset && event.target.dataset.keep;
    if (name) document.cookie = `${name}=${encodeURIComponent(event.target.value)}; Path=/; Max-Age=31536000; SameSite=Lax`;
  });

  // How old the data is: the last answer of the server, a 204 too.
  let heard = Date.now();
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.xhr.status > 0) heard = Date.now(); });
  setInterval(() => {
    const chip = document.getElementById("fresh");
    if (!chip) return;
    const age = Math.round((Date.now() - heard) / 1000);
    const old = age > 10;
    chip.textContent = (old ? chip.dataset.old : chip.dataset.fresh).replace("%s", String(age));
    chip.classList.toggle("live-old", old && age <= 30);
    chip.classList.toggle("live-off", age > 30);
  }, 1000);
})();
