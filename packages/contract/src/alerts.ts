/** What administrators are told of the installation itself, by channels that are no project's. */
import type { Said, WordCode } from "@udt/base";
import type { RuntimeSettingName } from "./runtime-settings.ts";

/** What is watched: room for files and the embedded database, what waits, agents, the certificate of the public address. */
export const ALERT_KINDS = ["disk", "queue", "agents", "certificate"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What is wrong again later is another alert. */
export const ALERT_STATES = ["open", "ended"] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** The bound of each kind; 0 turns it off. */
export const ALERT_BOUNDS = {
  disk: "alert_disk_percent",
  queue: "alert_queue_minutes",
  agents: "alert_agent_minutes",
  certificate: "alert_certificate_days",
} as const satisfies Record<AlertKind, RuntimeSettingName>;

/** What can be done, by kind. */
const ALERT_REMEDIES = {
  disk: "alert_remedy_disk",
  queue: "alert_remedy_queue",
  agents: "alert_remedy_agents",
  certificate: "alert_remedy_certificate",
} as const satisfies Record<AlertKind, WordCode>;

/** Where room is not what a disk needs, or not alone. */
const DISK_REMEDIES: Partial<Record<WordCode, WordCode>> = {
  alert_files_silent: "alert_remedy_silent_disk",
  alert_files_unwritable: "alert_remedy_unwritable_disk",
};

/** What can be done about it. */
export const alertRemedy = (kind: AlertKind, { code }: Pick<Said, "code">): WordCode =>
  DISK_REMEDIES[code] ?? ALERT_REMEDIES[kind];
