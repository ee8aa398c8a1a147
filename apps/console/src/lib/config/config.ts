import { LIMITS, webConfig, type WebConfig } from "@udt/contract";
import { signInEndpoints } from "@udt/contract/endpoints/sign-in";

let loaded: WebConfig | undefined;
let loading: Promise<void> | undefined;

/** What the server tells its consoles; before {@link loadConfig} has ended, and when it failed, the defaults. */
export const config = (): WebConfig => (loaded ??= webConfig.parse({}));

/**
 * Fetches `/static/data/config.json` once a page load. Everything works without it, so that a failure is only logged. Ends
 * before anything else of the console is made: routes and texts look at it as soon as they are.
 */
export const loadConfig = (): Promise<void> => (loading ??= fetchConfig());

async function fetchConfig(): Promise<void> {
  try {
    const response = await fetch(new URL(signInEndpoints.webConfig.path.slice(1), document.baseURI), {
      signal: AbortSignal.timeout(LIMITS.request_timeout_ms),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    loaded = webConfig.parse(await response.json());
  } catch (error) {
    console.warn("config.json", error);
  }
}
