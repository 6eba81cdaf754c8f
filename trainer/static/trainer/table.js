// The referee's screen: keys in both layouts, taps on the map, the focus where the hand expects it, how old the data
// is, the timer. Without it everything is done by tap and plain forms.
(() => {
  "use strict";
  document.documentElement.classList.add("js");
  const $ = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const typing = (element) => element.matches("input:not([type=hidden]):not([type=radio]):not([type=checkbox]), textarea, select");
  const visible = (element) => element.getClientRects().length > 0;
  const cookie = (name) => {
    const found = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
    return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
  };
  const remember = (name, value) => { document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=31536000; SameSite=Lax`; };

  // --- keys, by place (event.code): the Russian and the Latin layout do the same ---
  let byKeys = false; // the last thing done was a key: then the focus may go into a field
  document.addEventListener("pointerdown", () => { byKeys = false; }, true);

  document.addEventListener("keydown", (event) => {
    byKeys = true;
    if (event.key === "Enter" && event.repeat && event.target.closest("#desk")) return void event.preventDefault();
    if (document.querySelector("dialog[open]")) return undefined;
    // A field for figures alone (data-keys) lets letters through: they are commands there too.
    const command = event.target.matches("[data-keys]") && /^(?:Key[A-Z]|Comma)$/.test(event.code);
    if (typing(event.target) && !command) return inField(event);
    const control = event.ctrlKey || event.metaKey;
    if (control && event.code === "KeyZ" && !event.shiftKey) return press(event, "[data-k=undo]");
    if (control && (event.code === "KeyY" || (event.code === "KeyZ" && event.shiftKey))) return press(event, "[data-k=redo]");
    if (control || event.altKey || event.metaKey || cookie("keys") === "off") return undefined;
    if (event.key === "?" || (event.code === "Slash" && event.shiftKey)) return press(event, "[data-dialog=keys]");
    if (event.key === "Escape") return press(event, "#desk [data-close-form], #desk [data-focus].btn-act");
    const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
    if (digit && !event.shiftKey) return onDigit(event, digit[1]);
    if (event.code === "KeyL") return press(event, ".top nav a[href$='/log/'], .menu a[href$='/log/']");
    const letter = document.querySelector(`#table [data-code="${event.code}"]`);
    if (letter) return press(event, `#table [data-code="${event.code}"]`);
    if (event.key === "Enter" && !event.target.closest("a, button, summary, [role=button]")) return press(event, "#desk .btn-act");
    return undefined;
  });

  // In a field: Esc closes the form; in a list digits find the option with that number, Enter sends.
  let digits = "";
  let digitsAt = 0;
  function inField(event) {
    if (event.key === "Escape") return press(event, "#desk [data-close-form]");
    if (!event.target.matches("select") || event.ctrlKey || event.altKey || event.metaKey) return undefined;
    const digit = /^(?:Digit|Numpad)([0-9])$/.exec(event.code);
    if (digit && number(event.target, digit[1])) event.preventDefault();
    else if (event.key === "Enter" && event.target.closest("#desk")) { event.preventDefault(); event.target.form.requestSubmit(); }
    return undefined;
  }

  function number(select, digit) {
    const now = Date.now();
    digits = now - digitsAt < 1200 ? digits + digit : digit;
    digitsAt = now;
    const has = (option) => (option.textContent.match(/\d+/) || [""])[0] === digits;
    const found = [...select.options].find(has);
    if (!found) return [...select.options].some((option) => /\d/.test(option.textContent));
    select.value = found.value;
    select.dispatchEvent(new Event("input", { bubbles: true }));
    select.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  }

  // Digits: in an open form the first question of choices (or the list of sectors), else the buttons of the desk.
  function onDigit(event, digit) {
    const form = $("#desk form.open");
    const buttons = all(`#desk [data-n="${digit}"]`).filter(visible);
    if (buttons.length) return press(event, `#desk [data-n="${digit}"]`);
    if (!form) return undefined;
    event.preventDefault();
    const group = (event.target.closest(".pills") || form.querySelector(".pills"));
    const choice = group && group.querySelectorAll("input")[Number(digit) - 1];
    if (choice) { choice.focus(); choice.click(); return undefined; }
    const list = form.querySelector("select");
    if (list) { list.focus(); number(list, digit); }
    return undefined;
  }

  function press(event, selector) {
    const found = all(selector).find(visible);
    if (found) { event.preventDefault(); found.click(); }
  }

  // --- a second click of a double click lands on what has just appeared: it is not meant ---
  // One tap after another at different places is how a negotiation is recorded.
  let swapped = 0;
  let place = [0, 0];
  document.addEventListener("click", (event) => {
    const same = Math.hypot(event.clientX - place[0], event.clientY - place[1]) < 24;
    const soon = event.detail > 0 && event.isTrusted && Date.now() - swapped < 300;
    if (same && soon && event.target.closest("#desk, .undo")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (event.detail > 0) place = [event.clientX, event.clientY];
  }, true);

  // --- taps ---
  document.addEventListener("click", (event) => {
    const hex = event.target.closest("[data-pick]");
    if (hex) return pick(hex.dataset.pick);
    const step = event.target.closest("[data-step]");
    if (step) return count(step);
    const opener = event.target.closest("[data-open-details]");
    if (opener) {
      event.preventDefault();
      const details = document.getElementById(opener.dataset.openDetails);
      details.open = true;
      details.querySelector("input:not([type=hidden])").focus();
    }
    const menu = $(".menu[open]");
    if (menu && !event.target.closest(".menu")) menu.open = false;
    return undefined;
  });

  // A tap on the map chooses the sector; where nothing else is asked, or the form says so, it records at once.
  function pick(sector) {
    const way = all("#desk [data-sector]").find((one) => one.dataset.sector === sector);
    if (way) return way.click();
    const field = $("#desk form.open [name=sector]");
    if (!field) return undefined;
    const radio = field.type === "radio" && document.querySelector(`#desk form.open [name=sector][value="${CSS.escape(sector)}"]`);
    if (radio) radio.checked = true; else field.value = sector;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    if (asksOne(field.form) || field.form.querySelector("[data-tap-records]")) field.form.requestSubmit(); else field.focus();
    return undefined;
  }

  function asksOne(form) {
    const fields = [...form.querySelectorAll("input:not([type=hidden]), select, textarea")];
    return new Set(fields.filter((one) => !one.closest("details")).map((one) => one.name)).size === 1;
  }

  // The sector that an open form names is drawn as chosen.
  function show() {
    const field = $("#desk form.open select[name=sector], #desk form.open [name=sector]:checked");
    all(".hex-on").forEach((hex) => hex.classList.remove("hex-on"));
    const hex = field && field.value && $(`[data-pick="${CSS.escape(field.value)}"] .hex`);
    if (hex) hex.classList.add("hex-on");
  }
  show();

  // The buttons beside a number.
  function count(step) {
    const field = step.parentElement.querySelector("input");
    const least = Number(field.dataset.least ?? "-1000000000");
    const most = Number(field.dataset.most ?? "1000000000");
    const now = Number(field.value.replace(/[\s\u00a0]/g, "").replace("−", "-")) || 0;
    field.value = String(Math.min(most, Math.max(least, now + Number(step.dataset.step)))).replace("-", "−");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // --- what is typed ---
  let typed = false; // a form in work is left alone when the table goes on elsewhere
  document.addEventListener("input", (event) => {
    const form = event.target.closest("#desk form");
    if (!form) return;
    typed = true;
    event.target.dataset.touched = "1";
    if (event.target.name === "sector") show();
    // What goes with a choice stands in the other fields unless somebody typed there: the price for this buyer.
    const chosen = event.target.matches("select") ? event.target.selectedOptions[0] : event.target;
    for (const [name, value] of Object.entries(JSON.parse((chosen && chosen.dataset.also) || "{}"))) {
      const field = form.elements[name];
      if (field && !field.dataset.touched) field.value = value;
    }
    // The black button of a refusal bears the nearest legal value until another one is typed.
    const nearest = form.querySelector("[data-nearest]");
    if (nearest && event.target.matches("[data-number]")) {
      nearest.removeAttribute("name");
      nearest.querySelector("span").textContent = nearest.dataset.nearest.replace("%s", event.target.value.trim());
    }
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-keys-off]")) remember("keys", event.target.checked ? "off" : "on");
    // A tap in a list that is all the form asks records at once; by keys it is only chosen.
    if (!byKeys && event.target.matches("#desk form.open select") && asksOne(event.target.form)) event.target.form.requestSubmit();
    if (event.target.matches("[data-resubmit]")) event.target.form.requestSubmit(event.target.form.querySelector("[value=preview]"));
  });
  all("[data-keys-off]").forEach((box) => { box.checked = cookie("keys") === "off"; });

  // --- requests and swaps ---
  document.addEventListener("htmx:configRequest", (event) => {
    const { elt, parameters } = event.detail;
    if (typed && elt.id === "pulse") { parameters.desk = "form"; parameters.rev ??= elt.dataset.rev; }
  });

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.detail.target.id !== "table") return;
    typed = false;
    swapped = Date.now();
  });

  // After app.js: by keys the focus goes to where the next key is expected.
  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target.id !== "table") return;
    show();
    const invalid = $("#desk [aria-invalid=true]:not([type=hidden])");
    if (!byKeys && !$("#desk [data-number]")) return;
    const next = invalid || $("#desk [data-focus]") || $("#desk form.open select, #desk form.open input:checked, #desk form.open input:not([type=hidden])") || $("#desk .btn-act");
    if (next && visible(next)) focusOn(next);
  });

  function focusOn(element) {
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: "nearest" });
    if (element.matches("input[type=text]")) element.select();
  }

  // --- how old the data is (the last answer of the server, a 204 too), and the timer ---
  let heard = Date.now();
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.xhr.status > 0) heard = Date.now(); });
  setInterval(() => {
    const chip = document.getElementById("fresh");
    const age = Math.round((Date.now() - heard) / 1000);
    if (chip) {
      const text = age > 30 ? chip.dataset.off || chip.dataset.old : age > 10 ? chip.dataset.old : chip.dataset.fresh;
      chip.textContent = text.replace("%s", String(age));
      chip.classList.toggle("live-old", age > 10 && age <= 30);
      chip.classList.toggle("live-off", age > 30);
    }
    all("[data-ends]").forEach(tick);
  }, 1000);
  all("[data-ends]").forEach(tick);

  // The end is a moment of the server; the difference of the two clocks is taken once.
  function tick(clock) {
    clock.dataset.shift ??= String(Number(clock.dataset.now) - Date.now() / 1000);
    const left = Math.round(Number(clock.dataset.ends) - Date.now() / 1000 - Number(clock.dataset.shift));
    const pad = (value) => String(value).padStart(2, "0");
    clock.textContent = `${left < 0 ? "−" : ""}${pad(Math.floor(Math.abs(left) / 60))}:${pad(Math.abs(left) % 60)}`;
    clock.classList.toggle("bad", left < 0);
  }
})();
