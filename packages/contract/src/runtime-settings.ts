/** What an administrator may change while the servers run. Each takes effect at once on all of them. */
import { z } from "zod";
import { bodyFlag } from "./shapes.ts";

interface NumberSetting {
  readonly kind: "number";
  readonly min: number;
  readonly max: number;
  readonly initial: number;
}
interface FlagSetting {
  readonly kind: "flag";
  readonly initial: boolean;
}

const number = (initial: number, max: number): NumberSetting => ({ kind: "number", min: 0, max, initial });
const flag = (initial: boolean): FlagSetting => ({ kind: "flag", initial });

/** Every one with its bounds; for a number 0 means that there is no such limit. */
export const RUNTIME_SETTINGS = {
  /** Whether anybody may register. */
  signup_open: flag(true),
  /** Whether an administrator approves who registered before they can sign in. */
  signup_approval: flag(true),
  /** Whether new passwords must be as OWASP ASVS asks, rather than by document 2 §5. */
  strong_passwords: flag(false),
  /** Whether administrators who have no second factor may do nothing but set one up. */
  admin_second_factor: flag(false),
  /** A session ends so long after its sign-in, however much it is used. */
  session_max_hours: number(720, 8760),
  /** How long a newly approved account lasts, in days. */
  default_expiry_days: number(0, 3650),
  /** A debug session without touch, key or command for so long ends. */
  inactivity_minutes: number(15, 1440),
  /** Devices that one person may use at one time, in tests of every kind. */
  parallel_tests_per_user: number(0, 1000),
  /** The same of one project. */
  parallel_tests_per_project: number(0, 10_000),
  /** Whether agents that cannot isolate scripts may run them all the same. */
  allow_unisolated_scripts: flag(false),
  /** Whether devices are looked at as they first appear, where no tag says how they check themselves. */
  first_look: flag(true),
  /** Whether who holds a debug session may make links by which anybody watches it. */
  watch_links: flag(true),
  /** Whose menus have notifications (document 1 §6), by the account's type: the page itself is for who holds `project.edit`. */
  notifications_internal: flag(true),
  notifications_email: flag(false),
  notifications_external: flag(true),
  /** How long entries of the audit log are kept. */
  audit_retention_days: number(365, 3650),
  /** When operators are told ({@link import("./alerts.ts").ALERT_BOUNDS}): less than so much of a disk is free, in percent. */
  alert_disk_percent: number(10, 50),
  /** A test has waited for so long. */
  alert_queue_minutes: number(60, 10_080),
  /** An agent has been offline for so long. */
  alert_agent_minutes: number(10, 10_080),
  /** The certificate of the public address lasts for less than so long. */
  alert_certificate_days: number(14, 365),
} as const satisfies Record<string, NumberSetting | FlagSetting>;

export type RuntimeSettingName = keyof typeof RUNTIME_SETTINGS;
export const RUNTIME_SETTING_NAMES = Object.keys(RUNTIME_SETTINGS) as RuntimeSettingName[];

const whole = ({ min, max }: NumberSetting) => z.int().min(min).max(max);
export const runtimeSettings = z.object({
  signup_open: bodyFlag,
  signup_approval: bodyFlag,
  strong_passwords: bodyFlag,
  admin_second_factor: bodyFlag,
  session_max_hours: whole(RUNTIME_SETTINGS.session_max_hours),
  default_expiry_days: whole(RUNTIME_SETTINGS.default_expiry_days),
  inactivity_minutes: whole(RUNTIME_SETTINGS.inactivity_minutes),
  parallel_tests_per_user: whole(RUNTIME_SETTINGS.parallel_tests_per_user),
  parallel_tests_per_project: whole(RUNTIME_SETTINGS.parallel_tests_per_project),
  allow_unisolated_scripts: bodyFlag,
  first_look: bodyFlag,
  watch_links: bodyFlag,
  notifications_internal: bodyFlag,
  notifications_email: bodyFlag,
  notifications_external: bodyFlag,
  audit_retention_days: whole(RUNTIME_SETTINGS.audit_retention_days),
  alert_disk_percent: whole(RUNTIME_SETTINGS.alert_disk_percent),
  alert_queue_minutes: whole(RUNTIME_SETTINGS.alert_queue_minutes),
  alert_agent_minutes: whole(RUNTIME_SETTINGS.alert_agent_minutes),
  alert_certificate_days: whole(RUNTIME_SETTINGS.alert_certificate_days),
}) satisfies z.ZodType<Record<RuntimeSettingName, number | boolean>>;
export type RuntimeSettings = z.output<typeof runtimeSettings>;

/** What counts until an administrator, or the server's own variables, say otherwise. */
export const initialRuntimeSettings: RuntimeSettings = runtimeSettings.parse(
  Object.fromEntries(RUNTIME_SETTING_NAMES.map((name) => [name, RUNTIME_SETTINGS[name].initial])),
);

/** Settings that the health page recommends while they are off; each has its words in the console. */
export const HEALTH_ADVICE = ["strong_passwords", "admin_second_factor"] as const satisfies RuntimeSettingName[];
