/** What a tag asks of its devices' self-checks: how grave each fault is, from where on it is one, and when it is looked for. */
import { z } from "zod";
import { LIMITS } from "./limits.ts";
import { rule } from "./rules.ts";
import { CHECK_CAUSES, CHECK_OCCASIONS, LATER_STEPS } from "./states.ts";
import { isTimeZone, namedTimeZone } from "./time-zones.ts";

/** `off`: it is not done. `warning`: a fault opens no work order. `blocking`: a fault fails, and counts towards one. */
export const INSPECTION_LEVELS = ["off", "warning", "blocking"] as const;
export type InspectionLevel = (typeof INSPECTION_LEVELS)[number];

/** Whether a network answers and how soon are one step and two levels. A device that is not ready can be asked nothing else. */
export const LEVELLED = ["storage", "lock_screen", "network", "latency", "language", ...LATER_STEPS] as const;
export type Levelled = (typeof LEVELLED)[number];

export const INSPECTION_LANGUAGES = ["zh", "en", "ja"] as const;

/** Before whose devices are handed out the blocking steps are done: of debug sessions, of runs, of both. */
export const BEFORE_SESSIONS = ["off", "debug", "run", "both"] as const;
export type CheckedSession = "debug" | "run";

/** After which failure in a row of a blocking step a work order is opened. */
export const ORDER_AFTER = ["second_failure", "first_failure"] as const;

const level = z.enum(INSPECTION_LEVELS);
const { inspection_free_gb_min: FREE_MIN, inspection_free_gb_max: FREE_MAX } = LIMITS;
const { inspection_latency_ms_max: LATENCY_MAX, inspection_hours_max: HOURS_MAX } = LIMITS;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, rule("time_of_day"));

/** The hours of a day in which checks by the clock begin, by the clocks of a time zone: an IANA name. Over midnight where `to` is the earlier one. */
export const checkWindow = z
  .object({
    from: timeOfDay,
    /** The first minute in which none begins any more. */
    to: timeOfDay,
    time_zone: z.string().max(64).refine(isTimeZone, rule("time_zone")).overwrite(namedTimeZone),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: rule("check_window") });
export type CheckWindow = z.output<typeof checkWindow>;

/**
 * Why the next check comes when it comes: something happened to the device, the last one failed and the one before had not, it
 * was not checked this way yet, the hours between checks are over then, the last one did not come to its end, the hours of the
 * day begin then in which checks do.
 */
export const NEXT_CHECK_REASONS = [...CHECK_CAUSES, "first_check", "interval", "again", "window"] as const;
export type NextCheckReason = (typeof NEXT_CHECK_REASONS)[number];

const isWithin = (min: number, max: number) => (value: number) => value >= min && value <= max;

export const inspectionConfig = z.object({
  levels: z.object(Object.fromEntries(LEVELLED.map((name) => [name, level])) as Record<Levelled, typeof level>),
  /** Less free storage is a fault; in units of 1024³ bytes. */
  free_gb: z.number(rule("inspection_free")).refine(isWithin(FREE_MIN, FREE_MAX), rule("inspection_free")),
  /** Whom the device is to reach; null for whom its agent names, or the gateway of its own network. */
  network_address: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.:-]{0,252}$/, rule("inspection_address"))
    .nullable(),
  /** A later answer is slow. */
  latency_ms: z.int(rule("inspection_latency")).refine(isWithin(1, LATENCY_MAX), rule("inspection_latency")),
  /** The accepted ones. */
  languages: z
    .array(z.enum(INSPECTION_LANGUAGES))
    .refine((chosen) => chosen.length > 0 && new Set(chosen).size === chosen.length, rule("inspection_languages")),
  /** So long after a check the next one comes by itself; null: none does. */
  check_every_hours: z
    .int(rule("inspection_hours"))
    .refine(isWithin(1, HOURS_MAX), rule("inspection_hours"))
    .nullable(),
  /** In which hours of the day such a one begins; null: in all. */
  check_window: checkWindow.nullable().default(null),
  /** What one comes on besides; none by default. */
  check_on: z.array(z.enum(CHECK_OCCASIONS)).max(CHECK_OCCASIONS.length).default([]),
  before_sessions: z.enum(BEFORE_SESSIONS).default("off"),
  /** What follows where a blocking step fails. */
  order_after: z.enum(ORDER_AFTER).default("second_failure"),
});
export type InspectionConfig = z.output<typeof inspectionConfig>;

/** What is done where no tag says otherwise. */
export const DEFAULT_INSPECTION: InspectionConfig = {
  levels: {
    storage: "blocking",
    lock_screen: "blocking",
    network: "blocking",
    latency: "warning",
    language: "warning",
    // Nobody has a phone emptied who did not say so.
    cleanup: "off",
    install_check: "blocking",
    capture_check: "blocking",
    recording_check: "blocking",
    preinstall: "blocking",
  },
  free_gb: 0.5,
  network_address: null,
  latency_ms: 500,
  languages: [...INSPECTION_LANGUAGES],
  check_every_hours: null,
  check_window: null,
  check_on: [],
  before_sessions: "off",
  order_after: "second_failure",
};

/**
 * What is done, once, of a device that first appears where no tag says how it checks itself. It sets nothing on the device,
 * and what it finds are warnings: nobody is kept from a device for which nobody asked anything.
 */
export const FIRST_LOOK: InspectionConfig = {
  ...DEFAULT_INSPECTION,
  levels: {
    storage: "warning",
    lock_screen: "warning",
    network: "warning",
    latency: "warning",
    language: "off",
    cleanup: "off",
    install_check: "off",
    capture_check: "warning",
    recording_check: "off",
    preinstall: "off",
  },
};

/** What is done of it before a device is handed out; null: nothing. What opens no work order keeps nobody from the device. */
export function configBefore(config: InspectionConfig, session: CheckedSession): InspectionConfig | null {
  const { before_sessions, levels } = config;
  if (before_sessions !== session && before_sessions !== "both") return null;
  // How soon a network answers is found where it is asked.
  const isAsked = (of: Levelled) => levels[of] === "blocking" || (of === "network" && levels.latency === "blocking");
  const asked = LEVELLED.map((of) => [of, isAsked(of) ? levels[of] : "off"]);
  return { ...config, levels: Object.fromEntries(asked) as InspectionConfig["levels"] };
}
