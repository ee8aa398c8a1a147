import { join } from "node:path";
import { type AgentOptions, runAgent, type RunningAgent } from "./agent.ts";
import { AndroidProvider } from "./drivers/android/android-provider.ts";
import { fileCredentialStore } from "./drivers/android/credential-store.ts";
import { scrcpyServerFile } from "./drivers/android/scrcpy-server-file.ts";
import { jsonLogger } from "./logger.ts";
import type { AgentSettings } from "./settings.ts";

/** A connection that comes back within this time never was lost: a switch of the network, a restart of the adb server. */
const GRACE_MS = 2_000;

/** Starts an agent with every driver there is. Resolves when it runs; whether the server can be reached shows in its log. */
export async function startAgent(settings: AgentSettings, options: AgentOptions = {}): Promise<RunningAgent> {
  let log = options.log ?? jsonLogger();
  // A rejection that nobody waits for is a client library's background work on one connection, and what is thrown in a timer
  // or a socket's event is of one device. Neither may end the sessions of every other one, so they are logged as the defects
  // that they are.
  const onStray = (error: unknown) => log("error", "stray rejection", { error });
  const onThrown = (error: unknown) => log("error", "stray exception", { error });
  process.on("unhandledRejection", onStray);
  process.on("uncaughtException", onThrown);
  const agent = await runAgent(
    settings,
    (log) => [
      new AndroidProvider({
        adb_server: settings.adb_server,
        direct: settings.direct,
        credentialStore: fileCredentialStore(join(settings.data_dir, "adb-key")),
        serverFile: scrcpyServerFile({ path: settings.scrcpy_server_path, cacheDir: join(settings.data_dir, "cache") }),
        onFallback: (serial, reason) => log("warn", "screen falls back to a worse source", { serial, reason }),
        graceMs: GRACE_MS,
        log,
      }),
    ],
    { ...options, log },
  );
  ({ log } = agent);
  return {
    ...agent,
    async stop() {
      await agent.stop();
      process.off("unhandledRejection", onStray);
      process.off("uncaughtException", onThrown);
    },
  };
}
