import { say } from "@udt/base";
import { CANNOT, type Found, type StepRoom } from "./step.ts";

/** Less has apps fail in ways that look like their own. */
const FREE_LEAST_BYTES = 512 * 1024 ** 2;
const PING_MOST_MS = 500;
const LANGUAGES = ["zh", "en", "ja"];

export async function checkReady({ device }: StepRoom, signal: AbortSignal): Promise<Found> {
  await device.check(signal);
  // One that is still starting says so here.
  await device.facts(signal);
  return { state: "passed", message: null };
}

export async function checkStorage({ device }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { health } = device.capabilities;
  if (!health) return CANNOT;
  const { free_bytes, total_bytes } = await health.storage(signal);
  const room = { free: gigabytes(free_bytes), total: gigabytes(total_bytes) };
  if (free_bytes >= FREE_LEAST_BYTES) return { state: "passed", message: say("check_free", room) };
  return { state: "failed", message: say("check_disk_low", { ...room, least: gigabytes(FREE_LEAST_BYTES) }) };
}

const gigabytes = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

/** A lock that asks for no code is put away, once. */
export async function checkLock({ device }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { health } = device.capabilities;
  if (!health) return CANNOT;
  const before = await health.lock(signal);
  if (before === "open") return { state: "passed", message: null };
  await health.unlock(signal);
  const after = await health.lock(signal);
  const remedy = { name: "unlock" as const, helped: after === "open" };
  if (remedy.helped) return { state: "passed", message: say("check_lock_insecure"), remedy };
  return { state: "failed", message: say(after === "secure" ? "check_lock_secure" : "check_lock_insecure"), remedy };
}

export async function checkNetwork({ device, address: wanted }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { health } = device.capabilities;
  if (!health) return CANNOT;
  const address = wanted ?? (await health.gateway(signal));
  if (address === undefined) return { state: "failed", message: say("check_no_network") };
  const { ms, words } = await health.ping(address, signal);
  if (ms !== null && ms <= PING_MOST_MS) return { state: "passed", message: say("check_answered", { address, ms }) };
  const evidence = { name: "ping.txt", bytes: new Uint8Array(Buffer.from(words)) };
  if (ms === null) return { state: "failed", message: say("check_no_answer", { address }), evidence };
  return { state: "warning", message: say("check_slow", { address, ms, most: PING_MOST_MS }), evidence };
}

export async function checkLanguage({ device }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { health } = device.capabilities;
  if (!health) return CANNOT;
  const language = await health.language(signal);
  if (LANGUAGES.includes(language.slice(0, 2).toLowerCase()))
    return { state: "passed", message: say("check_language", { language }) };
  return { state: "warning", message: say("check_language_foreign", { language }) };
}
