const KEY = "udt_reloaded_at";
const ONCE_IN_MS = 60_000;

/**
 * Loads the page anew; once a minute at most, for a reload that does not help must not become a loop.
 * @returns False when it stays, and the failure is to be shown.
 */
export function reloadOnce(): boolean {
  if (!mayReload()) return false;
  window.location.reload();
  return true;
}

/** Notes the reload. Where nothing can be noted, as in frames of another site, there is none: it might never end. */
function mayReload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < ONCE_IN_MS) return false;
    sessionStorage.setItem(KEY, String(Date.now()));
    return true;
  } catch {
    return false;
  }
}
