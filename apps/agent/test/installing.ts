import { baseEnvironment } from "../src/environments/environment.ts";
import type { Installing } from "../src/environments/install.ts";
import { findNpm, npmRegistries, pipRegistries } from "../src/environments/registries.ts";
import { findPython } from "../src/environments/python.ts";
import { detectIsolation } from "../src/isolation/isolation.ts";

/** How this computer's agent installs packages, by what its npm or pip is set to now. */
export async function installing(of: "npm" | "pip", timeoutMs = 50_000): Promise<Installing> {
  return {
    isolation: await detectIsolation(),
    base: await baseEnvironment(),
    registries:
      of === "npm" ? await npmRegistries(await findNpm(), []) : await pipRegistries((await findPython())!, []),
    signal: AbortSignal.timeout(timeoutMs),
  };
}
