import { say } from "@udt/base";
import { INSPECTION_LANGUAGES } from "@udt/contract";
import type { HealthCapability } from "@udt/driver";
import { bringToProfile } from "../../profiles/device-profile.ts";
import { sweep } from "./cleanup.ts";
import { pictured } from "./pictured.ts";
import { CANNOT, inWords, type Evidence, type Found, type StepRoom } from "./step.ts";

type Lock = Awaited<ReturnType<HealthCapability["lock"]>>;

const GB = 1024 ** 3;

export async function checkReady({ device }: StepRoom, signal: AbortSignal): Promise<Found> {
  await device.check(signal);
  // One that is still starting says so here.
  await device.facts(signal);
  return { state: "passed", message: null };
}

/** Where the disk is too full, what the tag has cleaned away anyway goes at once. Where it has nothing cleaned, all of it may be wanted. */
export async function checkStorage({ device, config, environment }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { health } = device.capabilities;
  if (!health) return CANNOT;
  const least = config.free_gb * GB;
  const look = async (): Promise<Found> => {
    const { free_bytes, total_bytes, words } = await health.storage(signal);
    const room = { free: gigabytes(free_bytes), total: gigabytes(total_bytes) };
    if (free_bytes >= least) return { state: "passed", message: say("check_free", room) };
    const message = say("check_disk_low", { ...room, least: gigabytes(least) });
    return { state: "failed", message, evidence: inWords("storage.txt", words) };
  };
  const found = await look();
  if (found.state === "passed" || config.levels.cleanup === "off") return found;
  const { evidence } = await sweep(health, environment, signal);
  if (!evidence) return found;
  const again = await look();
  // What went is told in either case.
  return { ...again, evidence, remedy: { name: "sweep", helped: again.state === "passed" } };
}

const gigabytes = (bytes: number): string => `${(bytes / GB).toFixed(1)} GB`;

/** A lock that asks for no code is put away, once. */
export async function checkLock({ device, looks_only }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { health } = device.capabilities;
  if (!health) return CANNOT;
  const before = await health.lock(signal);
  if (before.state === "open") return { state: "passed", message: null };
  if (looks_only) return lockedBy(before);
  await health.unlock(signal);
  const after = await health.lock(signal);
  const remedy = { name: "unlock" as const, helped: after.state === "open" };
  if (remedy.helped) return { state: "passed", message: say("check_lock_insecure"), remedy };
  return { ...lockedBy(after, await pictured(device, "lock.png", signal)), remedy };
}

const lockedBy = ({ state, words }: Lock, picture?: Evidence): Found => ({
  state: "failed",
  message: say(state === "secure" ? "check_lock_secure" : "check_lock_insecure"),
  evidence: picture ?? inWords("lock.txt", words),
});

export async function checkNetwork(room: StepRoom, signal: AbortSignal): Promise<Found> {
  const { levels, latency_ms: most, network_address } = room.config;
  const { health } = room.device.capabilities;
  if (!health) return CANNOT;
  const address = network_address ?? room.address ?? (await health.gateway(signal));
  if (address === undefined) return { state: "failed", message: say("check_no_network") };
  const { ms, words } = await health.ping(address, signal);
  if (ms !== null && (ms <= most || levels.latency === "off"))
    return { state: "passed", message: say("check_answered", { address, ms }) };
  const evidence = inWords("ping.txt", words);
  if (ms === null) return { state: "failed", message: say("check_no_answer", { address }), evidence };
  return { state: "failed", level: levels.latency, message: say("check_slow", { address, ms, most }), evidence };
}

/** The language of a tag, as `fil` of `fil-PH`; undefined of what is none. */
function languageOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).language;
  } catch {
    return undefined;
  }
}

/**
 * Where a tag says which languages are right, the first of them is set, once. What the tags' profile sets stays: a remedy
 * would have each check set what the step before it sets back.
 */
export async function checkLanguage({ device, config, profile }: StepRoom, signal: AbortSignal): Promise<Found> {
  const { health } = device.capabilities;
  if (!health) return CANNOT;
  const { language, words } = await health.language(signal);
  const evidence = inWords("language.txt", words);
  const spoken = languageOf(language);
  const { languages } = config;
  if (languages.some((accepted) => accepted === spoken))
    return { state: "passed", message: say("check_language", { language }) };
  const isForeign = languages.length === INSPECTION_LANGUAGES.length;
  if (isForeign) return { state: "failed", message: say("check_language_foreign", { language }), evidence };
  const message = say("check_language_unwanted", { language, languages: languages.join(", ") });
  const [wanted] = languages;
  if (!wanted || profile.locale) return { state: "failed", message, evidence };
  const [set] = await bringToProfile(device, { locale: localeOf(wanted) }, signal);
  const helped = set?.state === "set";
  const remedy = { name: "set_language" as const, helped };
  return helped ? { state: "passed", message, remedy } : { state: "failed", message, evidence, remedy };
}

/** A language where most speak it: a device wants a region as well. */
function localeOf(language: string): string {
  const { region } = new Intl.Locale(language).maximize();
  return `${language}-${region}`;
}
