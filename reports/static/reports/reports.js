// Arrow keys go from question to question, unless somebody types.
(() => {
  "use strict";
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input, textarea, select") || event.ctrlKey || event.altKey || event.metaKey) return;
    const side = { ArrowLeft: "left", ArrowRight: "right", PageUp: "left", PageDown: "right" }[event.key];
    const link = side && document.querySelector(`[data-go="${side}"]`);
    if (link) { event.preventDefault(); link.click(); }
  });
})();
