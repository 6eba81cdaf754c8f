// «Титаны рекламы»: figures that are watched while they are keyed (sum, leader, winner, price), and keys for the
// choice of actions. Everything is recorded without it as well; what it says the server says again.
(() => {
  "use strict";
  const all = (root, selector) => [...root.querySelectorAll(selector)];
  const number = (field) => {
    const text = field.value.replace(/[\s\u00a0]/g, "").replace("−", "-");
    return /^\d+$/.test(text) ? Number(text) : null;
  };
  const filled = (template, values) => template.replace(/%[sp]/g, (hole) => values[hole[1]]);

  // The button names whom it waits for; it can be pressed all the same, then the rule is shown.
  function wait(form, names) {
    const button = form.querySelector("#send[data-missing]");
    if (!button) return;
    const why = button.querySelector(".why");
    why.hidden = !names.length;
    why.textContent = names.length ? filled(button.dataset.missing, { s: names.join(", ") }) : "";
    if (names.length) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
    button.classList.toggle("btn-alt", names.length > 0);
    button.classList.toggle("btn-act", !names.length);
  }

  const rowsOf = (form) => all(form, "tr[data-name]");
  const nameOf = (row) => row.dataset.name;

  const watchers = {
    actions(form, part) {
      const least = Number(form.querySelector("[data-least]").dataset.least);
      const missing = [];
      const doubtful = new Set();
      for (const row of rowsOf(form)) {
        const chosen = all(row, ".togs input:checked").map((one) => one.value);
        if (chosen.length < least || chosen.length > 2) missing.push(nameOf(row));
        if (chosen.includes("3") && !chosen.includes("2") && "noCell" in row.dataset) doubtful.add(nameOf(row));
      }
      for (const one of all(part, "[data-heed]")) one.hidden = !doubtful.has(one.dataset.heed);
      wait(form, missing);
    },

    pledges(form, part) {
      const given = rowsOf(form).map((row) => [nameOf(row), number(row.querySelector("[name^=pledges__]"))]);
      const figures = given.map(([, n]) => n ?? 0);
      const sum = "each" in part.dataset ? Math.min(...figures) : figures.reduce((a, b) => a + b, 0);
      part.querySelector("[data-sum]").textContent = String(sum);
      part.classList.toggle("met", sum >= Number(part.dataset.need));
      const most = Math.max(...figures);
      const best = given.filter(([, n]) => (n ?? 0) === most);
      const leader = part.querySelector("[data-leader]");
      leader.textContent = best.length === 1 ? filled(leader.dataset.one, { s: best[0][0] }) : leader.dataset.none;
      wait(form, given.filter(([, n]) => n === null).map(([name]) => name));
    },

    claims(form, part) {
      const wanted = {};
      const missing = [];
      for (const row of rowsOf(form)) {
        const chosen = row.querySelector("input:checked");
        if (chosen) (wanted[chosen.value] ??= []).push(nameOf(row)); else missing.push(nameOf(row));
      }
      for (const slot of all(part, "[data-slot]")) {
        const names = wanted[slot.dataset.slot] ?? [];
        const text = names.length === 0 ? slot.dataset.free : names.length === 1 ? slot.dataset.one : slot.dataset.more;
        slot.querySelector("span").textContent = filled(text, { s: names.join(", "), p: slot.dataset.cost });
      }
      wait(form, missing);
    },

    bids(form, part) {
      const missing = [];
      for (const lot of all(part, "[data-lot]")) {
        const order = lot.dataset.order.split(" ");
        const bids = rowsOf(form)
          .filter((row) => row.dataset.lot === lot.dataset.lot)
          .map((row) => ({ name: nameOf(row), place: order.indexOf(row.dataset.side), bid: number(row.querySelector("input")) }));
        missing.push(...bids.filter((one) => one.bid === null).map((one) => one.name));
        lot.querySelector("span").textContent = told(lot.dataset, bids);
      }
      wait(form, missing);
    },

    hire(form, part) {
      let total = 0;
      let known = true;
      for (const row of all(part, ".hire-r")) {
        const field = row.querySelector("input");
        const prices = (field.dataset.prices || "").split(",").filter(Boolean).map(Number);
        const n = number(field) ?? 0;
        const price = prices.slice(0, n).reduce((a, b) => a + b, 0);
        const known_here = n <= prices.length;
        known &&= known_here;
        row.querySelector("[data-price]").textContent = n ? (known_here ? String(price) : "?") : "";
        total += price;
      }
      const sum = part.querySelector("[data-total]");
      sum.textContent = known ? String(total) : "?";
      sum.classList.toggle("bad", known && total > Number(part.dataset.money));
    },

    count(form, part) {
      const sum = all(part, ".hire-r input[inputmode]").reduce((a, field) => a + (number(field) ?? 0), 0);
      const shown = part.querySelector("[data-sum]");
      shown.textContent = String(sum);
      shown.classList.toggle("bad", sum > Number(part.dataset.owed));
    },
  };

  // The highest bid wins and pays; of equal ones the nearest to the first player; the others get half, rounded up.
  function told(texts, bids) {
    const low = bids.filter((one) => one.bid !== null && one.bid < Number(texts.cost));
    if (low.length) return `${low.map((one) => one.name).join(", ")}: ${texts.low}`;
    if (bids.some((one) => one.bid === null)) return "";
    const best = Math.max(...bids.map((one) => one.bid));
    const winner = bids.filter((one) => one.bid === best).sort((a, b) => a.place - b.place)[0];
    const others = bids.filter((one) => one !== winner && (one.bid < best || "consoled" in texts)).map((one) => one.name);
    const wins = filled(texts.wins, { s: winner.name, p: String(best) });
    return others.length ? `${wins}; ${filled(texts.gets, { s: others.join(", "), p: String(Math.ceil(best / 2)) })}` : wins;
  }

  function watch() {
    for (const part of all(document, "#desk [data-watch]")) {
      const form = part.closest("form");
      if (form) watchers[part.dataset.watch](form, part);
    }
  }

  document.addEventListener("input", (event) => { if (event.target.closest("#desk form")) watch(); });
  document.addEventListener("htmx:afterSettle", watch);
  watch();

  // A purchase is told by two taps, what is bought and what lies in its place: the second one records.
  let byKeys = false;
  document.addEventListener("pointerdown", () => { byKeys = false; }, true);
  document.addEventListener("keydown", () => { byKeys = true; }, true);
  document.addEventListener("change", (event) => {
    const form = event.target.closest("#desk form.buy-f");
    if (!form) return;
    const next = form.querySelector("[name=refill]");
    if (byKeys && event.target !== next) return void (next && next.focus());
    if (!byKeys && form.querySelector("[name=fixed]:checked") && next && next.value) form.requestSubmit();
  });

  // In the choice of actions digits toggle the actions of the first side that is not complete.
  document.addEventListener("keydown", (event) => {
    const digit = /^(?:Digit|Numpad)([1-4])$/.exec(event.code);
    const form = document.querySelector("#desk form:has(.mx-actions)");
    if (!digit || !form || event.ctrlKey || event.altKey || event.metaKey || event.target.matches("input[type=text], select, textarea")) return;
    if (/(?:^|; )keys=off/.test(document.cookie)) return;
    const rows = rowsOf(form);
    const open = rows.find((row) => all(row, "input:checked").length < 2) ?? rows[rows.length - 1];
    const box = open.querySelector(`input[value="${digit[1]}"]`);
    event.preventDefault();
    box.checked = !box.checked;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
