import { reloadOnce } from "../lib/navigation/reload-once.ts";

/**
 * After an upgrade an open page asks for chunks that are gone; a reload gets the new ones. When it does not help, the
 * screen's error state shows.
 */
export function reloadOnStaleChunk(): void {
  window.addEventListener("vite:preloadError", (event) => {
    if (reloadOnce()) event.preventDefault();
  });
}
