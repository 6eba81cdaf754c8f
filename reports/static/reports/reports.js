// The debrief: arrows lead from question to question and from evidence to evidence, what the group says is kept as it
// is typed (here until the server has it), the timer runs. Without this script links, forms and «Save» do the same.
(() => {
  "use strict";
  const typing = "input, textarea, select, [contenteditable]";
  const sides = {
    ArrowLeft: "left", PageUp: "left", ArrowRight: "right", PageDown: "right", ArrowUp: "up", ArrowDown: "down",
    Escape: "back",
  };

  // --- arrows, unless somebody types or scrolls ---
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || target.matches(typing)) return;
    const open = document.querySelector("details.pop[open], details.menu[open]");
    if (key === "Escape" && open) { open.open = false; open.querySelector("summary").focus(); return; }
    if (open) return;
    const side = sides[key];
    const scrolls = target.closest("[tabindex='0'], .moms, .ev-t");
    if ((side === "up" || side === "down") && scrolls && scrolls.scrollHeight > scrolls.clientHeight) return;
    const link = side && document.querySelector(`[data-go="${side}"]`);
    if (link) { event.preventDefault(); link.click(); }
  });
  document.addEventListener("click", (event) => {
    document.querySelectorAll("details.pop[open]").forEach((one) => { if (!one.contains(event.target)) one.open = false; });
  });

  // --- the timer: its end is a moment of the server ---
  const pad = (number) => String(number).padStart(2, "0");
  const clock = document.querySelector("#clock [data-ends]");
  if (clock) {
    const shift = Number(clock.dataset.now) - Date.now() / 1000;
    const tick = () => {
      const left = Math.round(Number(clock.dataset.ends) - Date.now() / 1000 - shift);
      clock.textContent = `${left < 0 ? "−" : ""}${pad(Math.floor(Math.abs(left) / 60))}:${pad(Math.abs(left) % 60)}`;
      clock.classList.toggle("bad", left < 0);
    };
    tick();
    setInterval(tick, 1000);
  }

  // --- what the group said ---
  const form = document.getElementById("answer");
  if (!form) return;
  const area = form.elements.answer;
  const place = `answer:${form.getAttribute("action")}`;
  const version = () => form.querySelector("[name=version]");
  let known = area.value; // what the server has
  form.querySelectorAll("[data-save]").forEach((button) => { button.hidden = true; });

  const keep = () => {
    try { localStorage.setItem(place, JSON.stringify({ text: area.value, version: version().value })); } catch { /* no room: the field has it */ }
  };
  const forget = () => { try { localStorage.removeItem(place); } catch { /* was never kept */ } };
  const say = (words) => {
    const state = document.getElementById("answer-state");
    if (state.querySelector(".clash-a")) return;
    let line = state.querySelector("[role=status]");
    if (!line) { line = document.createElement("span"); line.className = "sm q2"; line.setAttribute("role", "status"); state.append(line); }
    line.textContent = words;
  };

  area.addEventListener("input", () => { keep(); say(form.dataset.typed); });
  form.addEventListener("htmx:configRequest", (event) => { event.detail.elt.sent = area.value; });
  form.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.successful) {
      known = form.sent;
      if (area.value === known) forget(); else keep();
    } else if (event.detail.xhr.status !== 409) {
      say(form.dataset.typed);
    }
  });
  document.addEventListener("htmx:afterSwap", () => {
    form.querySelectorAll("[data-join], [data-take]").forEach((button) => { button.hidden = false; });
  });
  form.addEventListener("click", (event) => {
    const over = form.querySelector("[name=over]");
    const theirs = document.getElementById("theirs");
    if (event.target.closest("[data-join]")) {
      area.value = `${theirs.innerText.trim()}\n${area.value}`;
      over.click();
    }
    if (event.target.closest("[data-take]")) {
      area.value = theirs.innerText.trim();
      over.click();
    }
  });

  // Whoever leaves the page in the middle of a word has it kept.
  addEventListener("pagehide", () => {
    if (area.value === known || form.querySelector(".clash-a")) return;
    keep();
    fetch(form.action, { method: "POST", body: new FormData(form), keepalive: true, headers: { "HX-Request": "true" } });
  });

  // What did not reach the server last time.
  let draft = null;
  try { draft = JSON.parse(localStorage.getItem(place)); } catch { /* not readable */ }
  if (draft && draft.text !== known) {
    area.value = draft.text;
    version().value = draft.version;
    say(form.dataset.restored);
    document.addEventListener("DOMContentLoaded", () => htmx.trigger(form, "submit"));
  } else if (draft) {
    forget();
  }
})();
