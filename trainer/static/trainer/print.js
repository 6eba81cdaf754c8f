// The button «Печать»: without JavaScript it stays hidden and Ctrl+P does the same.
(() => {
  "use strict";
  const button = document.querySelector("[data-print]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => window.print());
})();
