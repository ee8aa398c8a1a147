import { reloadOnce } from "../navigation/reload-once.ts";

const ANSWER_WITHIN_MS = 5_000;

/** What becomes of code that could not be loaded: the page is loaded anew, nothing can be loaded now, or it stays so. */
export type FailedLoad = "reloading" | "unreachable" | "failed";

const isReachable = (): Promise<boolean> =>
  fetch(new URL("healthz", document.baseURI), {
    cache: "no-store",
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

let wasAway = false;
async function judge(): Promise<FailedLoad> {
  // Without a server a reload would leave nothing at all.
  const isAway = !(await isReachable());
  // What failed as the server came back may not have been asked of it: it is tried once more.
  const mayBeOld = wasAway;
  wasAway = isAway;
  if (isAway || mayBeOld) return "unreachable";
  return reloadOnce() ? "reloading" : "failed";
}

let judging: Promise<FailedLoad> | undefined;
/**
 * After an upgrade an open page asks for chunks that are gone; a reload gets the new ones. When it does not help, whoever
 * wanted the code shows so. All that failed at one time is judged once.
 */
export const afterFailedLoad = (): Promise<FailedLoad> => (judging ??= judge().finally(() => (judging = undefined)));

/** For all code; what a person opens waits in its place besides (late-component.tsx). */
export function reloadOnStaleChunk(): void {
  window.addEventListener("vite:preloadError", () => void afterFailedLoad());
}
