import { jsonLogger } from "./logger.ts";
import { readAgentSettings } from "./settings.ts";
import { startAgent } from "./start-agent.ts";

const settings = readAgentSettings(process.env);
if (!settings.ok) {
  process.stderr.write(`${settings.error}\n`);
  process.exit(2);
}
const log = jsonLogger();
const agent = await startAgent(settings.value, { log });
log("info", "agent runs", { server_url: settings.value.server_url });

let stopping = false;
const stop = async (signal: string) => {
  if (stopping) process.exit(1);
  stopping = true;
  log("info", "agent stops", { signal });
  await agent.stop();
  process.exit(0);
};
process.on("SIGTERM", (signal) => void stop(signal));
process.on("SIGINT", (signal) => void stop(signal));
