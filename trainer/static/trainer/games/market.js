// «Рынок» by keys and at a glance: digits throw the dice, a price shows its sum, a loss gets its minus.
// Without it everything is done by taps and plain forms.
(() => {
  "use strict";
  const number = (text) => Number(text.replace(/[\s\u00a0\u202f]/g, "").replace(/[−–]/g, "-")) || 0;
  const grouped = (value) => String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, "\u00a0");
  const dice = () => document.querySelector("#desk form.dice, #desk form.open:has(.dice)");
  const typing = (element) => element.matches("input:not([type=hidden]):not([type=radio]):not([type=checkbox]), textarea, select");
  const thrown = (form, at) => form.querySelector(`[name=dice__${at}]:checked`);

  // 3, 4, Enter: the first digit is the first die, the next one the second; a third begins anew.
  document.addEventListener("keydown", (event) => {
    const form = dice();
    if (!form || typing(event.target) || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    if (document.cookie.split("; ").includes("keys=off")) return;
    const digit = /^(?:Digit|Numpad)([1-6])$/.exec(event.code);
    if (digit) {
      const both = thrown(form, 0) && thrown(form, 1);
      if (both) form.querySelectorAll("[name^=dice__]").forEach((one) => { one.checked = false; });
      const pad = form.querySelector(`[name=dice__${thrown(form, 0) ? 1 : 0}][value="${digit[1]}"]`);
      pad.checked = true;
      pad.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (event.key === "Enter" && !event.repeat && thrown(form, 0) && thrown(form, 1) && !event.target.closest("a, button, summary")) {
      form.requestSubmit(form.querySelector("#roll, #send"));
    } else {
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);

  // Both dice are chosen: their sum on the button, and the space it leads to in the line of what lies ahead.
  function show(form) {
    const [a, b] = [thrown(form, 0), thrown(form, 1)];
    const total = a && b ? Number(a.value) + Number(b.value) : 0;
    const sum = form.querySelector("[data-sum]");
    if (sum) sum.textContent = total ? `${a.value} + ${b.value} = ${total}` : "";
    document.querySelectorAll(".ahead").forEach((way) => {
      [...way.children].forEach((stop, at) => stop.classList.toggle("is-stop", total > 0 && at === total));
    });
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("#desk form");
    if (!form) return;
    if (form.querySelector("[name^=dice__]")) show(form);
    const total = form.querySelector("[data-total]");
    if (total) {
      const asks = [...form.querySelectorAll("[name^=commissions__]")].map((one) => number(one.value));
      total.textContent = grouped(asks.reduce((all, one) => all + one, Number(total.dataset.total)));
    }
  });

  // A keypad of a tablet has no minus.
  const signs = () => document.querySelectorAll("[data-sign]").forEach((button) => { button.hidden = false; });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sign]");
    if (!button) return;
    const field = button.form.querySelector("input:not([type=hidden])");
    field.value = /^[-−–]/.test(field.value) ? field.value.slice(1) : `−${field.value}`;
    field.focus();
  });
  document.addEventListener("htmx:afterSettle", signs);
  signs();
})();
