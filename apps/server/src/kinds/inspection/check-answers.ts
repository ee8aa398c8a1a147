/** Self-checks as the contract shows them. */
import {
  DEFAULT_INSPECTION,
  levelOf,
  profileEntries,
  say,
  type DataOf,
  type ENDPOINTS,
  type Said,
  type SelfCheck,
  type SelfCheckResult,
  type WorkOrderStep,
  type WorkStep,
} from "@udt/contract";
import type { DeviceStrategies } from "@udt/contract/endpoints/self-checks";
import { toldApps } from "../../assets/apps/apps.service.ts";
import { decidedBy, isOneDevices, type TagRow } from "../../core/tags/tags.service.ts";
import type { ChecksFinding } from "../../core/work-orders/work-orders.service.ts";
import type { Queries } from "../../platform/database/database.ts";
import { isFirstLook } from "./first-look.ts";
import { checksBehind, type CheckListing, type SelfCheckRow } from "./self-checks.repository.ts";

/** In which project a check is read, with null by an administrator of the server through none, and what its reader may see there. */
export interface CheckReader {
  project_id: string | null;
  sees_tags: boolean;
  is_member: boolean;
}

export type ProjectReader = CheckReader & { project_id: string };

type Step = WorkStep | WorkOrderStep;

/** What these steps say repeats what a tag says: whom to reach, how much is to be free. */
const BY_TAG: ReadonlySet<Step> = new Set(["storage", "network", "language"]);
/** And these which apps a project has, and wants on its devices. */
const BY_ENVIRONMENT: ReadonlySet<Step> = new Set(["cleanup", "preinstall"]);

/** Whether a reader learns no more of a step than how it went: tags are for who sees them, in their own project. */
export function isWithheld(
  { project_id: owner, config, before }: Pick<SelfCheckRow, "project_id" | "config" | "before">,
  step: Step,
  { project_id, sees_tags }: CheckReader,
): { file: boolean; message: boolean } {
  const isOwn = project_id !== null && owner === project_id;
  const knowsTags = isOwn && sees_tags;
  // What would not take is told setting by setting in the file.
  if (step === "profile") return { file: !knowsTags, message: false };
  const isByTag = !knowsTags && (BY_ENVIRONMENT.has(step) || (config !== null && BY_TAG.has(step)));
  // The files of a check before a session are the session's, which is in its own project.
  return { file: isByTag || (before !== null && !isOwn) || project_id === null, message: isByTag };
}

/** Of a check that is gone nobody knows whose it was. */
const GONE = { project_id: null, config: DEFAULT_INSPECTION, before: null };

/** What a check withholds the work orders that it opened withhold as well. */
export const checksFinding: ChecksFinding = async (db, orders, of) => {
  const checks = await checksBehind(db, orders);
  const reader = { ...of, is_member: true };
  return new Map(
    orders.map(({ number, step }) => {
      const check = checks.get(number);
      const is_withheld = step !== null && isWithheld(check ?? GONE, step, reader).message;
      return [number, { selfcheck_id: check?.selfcheck_id ?? null, is_withheld }];
    }),
  );
};

/**
 * Why a step was not to be done at all, which is plain from how it went; undefined: it was, or could not be.
 * @param tag the name of its tag, where its reader sees that
 */
function undoneOf(
  { before, config }: SelfCheckRow,
  { step, message }: SelfCheckResult,
  tag: string | null,
): Said | undefined {
  if (message?.code === "check_no_look") return message;
  if (message?.code !== "check_off") return undefined;
  // What an agent is asked for before a session has all else off.
  if (before !== null && config !== null && levelOf(config, step) !== "off") return say("check_not_before");
  return tag === null ? message : say("check_off_in", { tag });
}

/** By which tag it was done, and what that wants, is told in the tag's own project alone. */
export function checkOf(row: CheckListing, reader: CheckReader): SelfCheck {
  const { user_id: _, test_id: __, wanted: ___, tag_id, tag_name, project_id: owner, ...of } = row;
  const { config, results, error, ...check } = of;
  const tag = reader.sees_tags && owner === reader.project_id ? tag_name : null;
  return {
    ...check,
    is_first_look: isFirstLook(row),
    error: reader.is_member ? error : withoutWhy(error),
    results: results.map((result) => {
      const withheld = isWithheld(row, result.step, reader);
      const told = withheld.message && result.message ? say("check_withheld") : result.message;
      return {
        ...result,
        message: undoneOf(row, result, tag) ?? told,
        ...(withheld.file && { evidence_name: null, settings: undefined }),
      };
    }),
    inspection: tag === null || config === null ? null : { tag_id, tag_name: tag, config },
  };
}

/** What is to be on a device and what stays there, each with the tag that says so. */
export async function environmentBy(
  db: Queries,
  project_id: string,
  tags: Parameters<typeof decidedBy>[0],
): Promise<DeviceStrategies["environment"]> {
  const { preinstalled, ...free } = decidedBy(tags);
  const told = await toldApps(db, project_id, preinstalled.value);
  return { ...free, preinstalled: { tag: preinstalled.tag, value: told } };
}

/** Why a device is out of use is for members, as at the device itself. */
const withoutWhy = (error: Said | null): Said | null =>
  error?.code === "check_out_of_use" ? say("check_out_of_use_untold", { user: error.args["user"] ?? "" }) : error;

/** What a tag of a device says of its checks and its profile. */
export const strategyOf = (tag: TagRow): DataOf<typeof ENDPOINTS.deviceStrategies>["tags"][number] => {
  const { tag_id, name, position, inspection, profile } = tag;
  return {
    tag_id,
    name,
    position,
    has_inspection: inspection !== null,
    is_own: isOneDevices(tag),
    profile_settings: profileEntries(profile),
    check_every_hours: inspection?.check_every_hours ?? null,
    check_window: inspection?.check_window ?? null,
    check_on: inspection?.check_on ?? [],
    before_sessions: inspection?.before_sessions ?? "off",
  };
};
