// Runs before the first paint: sets the theme, so that a dark page never flashes white (mirrors src/lib/theme/theme-mode.ts),
// and the frame that the page begins in, until its first screen is here.
(function () {
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage is blocked: nothing was chosen.
      return null;
    }
  }
  var page = document.documentElement.dataset;
  var theme = stored("theme-mode");
  var dark = theme === "dark" || (theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  page.theme = dark ? "dark" : "light";

  var path = location.pathname.slice(new URL(document.baseURI).pathname.length);
  var first = path.split("/")[0];
  var FRAMELESS =
    /^(login|signup|forgot_password|reset_password|confirm_email|oauth|finish|watch|desktop|iframe|external)$/;
  var WITHOUT_MENU = /^(overview|quality-signage|releases|platform|project|userinfo|admin|page_not_found)$/;
  if (FRAMELESS.test(first) || new URLSearchParams(location.search).get("hide_nav") === "1") return;
  var small = matchMedia("(max-width: 719px), (hover: none) and (pointer: coarse)").matches;
  page.frame = WITHOUT_MENU.test(first) ? "plain" : small || stored("udt_menu") === "collapsed" ? "narrow" : "menu";
})();
