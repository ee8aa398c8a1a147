// Sets the theme before the first paint, so that a dark page never flashes white. Mirrors src/lib/theme/theme-mode.ts.
(function () {
  var stored = null;
  try {
    stored = localStorage.getItem("theme-mode");
  } catch {
    // Storage is blocked: follow the system.
  }
  var dark = stored === "dark" || (stored !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
