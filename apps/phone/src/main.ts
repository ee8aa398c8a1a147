import { parseArgs } from "node:util";
import { DEFAULT_BASE_PORT } from "./host.ts";
import { startPhones } from "./start-phones.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1" },
    port: { type: "string", default: String(DEFAULT_BASE_PORT) },
    host: { type: "string", default: "127.0.0.1" },
  },
});

const host = await startPhones({
  count: wholeNumber("--count", values.count, 100),
  basePort: wholeNumber("--port", values.port, 65_535),
  host: values.host,
});
for (const { serial, port, phone } of host.phones) {
  console.log(`${serial} (${phone.system.profile.model}) is ready: adb connect ${values.host}:${port}`);
}

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    void host.stop().then(() => process.exit(0));
  });
}

/** Ends the process with a sentence that names the option when it is no whole number from 0 to `most`. */
function wholeNumber(option: string, text: string, most: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  console.error(`${option} must be a whole number up to ${most}, not "${text}".`);
  process.exit(2);
}
