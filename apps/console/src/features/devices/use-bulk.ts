import type { Device, TagPick } from "@udt/contract";
import { deviceGivingEndpoints, type GivingWish } from "@udt/contract/endpoints/device-giving";
import { devicePlacementEndpoints, type PlacementWish } from "@udt/contract/endpoints/device-placements";
import { outOfUseEndpoints } from "@udt/contract/endpoints/out-of-use";
import { selfCheckEndpoints } from "@udt/contract/endpoints/self-checks";
import { tagEndpoints } from "@udt/contract/endpoints/tags";
import { useRef, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { useStale } from "../../lib/api/queries.ts";
import { errorText, refusalText } from "../../lib/errors/index.ts";
import { TAG_READS } from "../../lib/tags/index.ts";

export const BULK_ACTIONS = [
  "take_out",
  "put_back",
  "inspect",
  "restart",
  "clean",
  "site",
  "location",
  "access",
] as const;
/** To whom they are given administrators of the server alone say, and who may edit a project's tags picks devices for them. */
export type BulkAction = (typeof BULK_ACTIONS)[number] | "give" | "tag";

/** What a device does once it is free, which may be much later than it is asked. */
const LATER: readonly BulkAction[] = ["inspect", "restart", "clean"];
export const isLater = (action: BulkAction): boolean => LATER.includes(action);

/** What is to be said with it: why they go out of use, where they stand, what they are there for, to whom they are given, or for which tag they are picked and how. */
export interface BulkWish {
  reason: string;
  site: string;
  location: string;
  access: Omit<PlacementWish, "site" | "location">;
  gift: GivingWish;
  tag: { tag_id: string | undefined; pick: TagPick };
}

/** Devices that are asked for at one moment: enough to be quick, and few enough to leave the server to others. */
const AT_ONCE = 4;

/** What came of it at a device; `left`: it was not asked any more. */
export type Outcome = { state: "done" } | { state: "refused"; why: string } | { state: "left" };

/** Asks for one device. */
function ask(
  project: string | null,
  action: Exclude<BulkAction, "tag">,
  device_id: string,
  wish: BulkWish,
): Promise<unknown> {
  const call = { params: { device_id } };
  const within = project === null ? undefined : { ...call, query: { project } };
  const { reason, site, location, access, gift } = wish;
  switch (action) {
    case "take_out":
      return within
        ? api.call(outOfUseEndpoints.deviceTakeOut, { ...within, body: { reason } })
        : api.call(outOfUseEndpoints.adminDeviceTakeOut, { ...call, body: { reason } });
    case "put_back":
      return within
        ? api.call(outOfUseEndpoints.devicePutBack, within)
        : api.call(outOfUseEndpoints.adminDevicePutBack, call);
    case "inspect":
    case "restart":
    case "clean": {
      const body = { work: action === "inspect" ? ("check" as const) : action };
      return within
        ? api.call(selfCheckEndpoints.selfCheckStart, { ...within, body })
        : api.call(selfCheckEndpoints.adminSelfCheckStart, { ...call, body });
    }
    case "give":
      return api.call(deviceGivingEndpoints.deviceGive, { ...call, body: gift });
    case "site":
    case "location":
    case "access": {
      const body = { site: { site }, location: { location }, access }[action];
      return within
        ? api.call(devicePlacementEndpoints.devicePlace, { ...within, body })
        : api.call(devicePlacementEndpoints.adminDevicePlace, { ...call, body });
    }
  }
}

/** Picks devices for a tag, which is one question for all of them. */
async function pickAll(
  project: string,
  devices: readonly Device[],
  { tag_id = "", pick }: BulkWish["tag"],
): Promise<Map<string, Outcome>> {
  const device_ids = devices.map(({ device_id }) => device_id);
  const told = new Map<string, Outcome>(device_ids.map((device_id) => [device_id, { state: "done" }]));
  try {
    const call = { params: { tag_id }, query: { project }, body: { pick, device_ids } };
    const { refused } = await api.call(tagEndpoints.tagPick, call);
    for (const { device_id, ...why } of refused) told.set(device_id, { state: "refused", why: refusalText(why) });
  } catch (error) {
    for (const device_id of device_ids) told.set(device_id, { state: "refused", why: errorText(error) });
  }
  return told;
}

/** Does the same with each of some devices, and knows of each what came of it. With null it is an administrator's, through no project. */
export function useBulk(project: string | null, action: BulkAction) {
  const stale = useStale();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);

  const outcomeAt = async (device_id: string, each: Exclude<BulkAction, "tag">, wish: BulkWish): Promise<Outcome> => {
    if (isStopped.current) return { state: "left" };
    try {
      await ask(project, each, device_id, wish);
      return { state: "done" };
    } catch (error) {
      return { state: "refused", why: errorText(error) };
    }
  };

  const eachOf = async (devices: readonly Device[], each: Exclude<BulkAction, "tag">, wish: BulkWish) => {
    const waiting = devices.map(({ device_id }) => device_id);
    const go = async () => {
      for (let device_id = waiting.shift(); device_id !== undefined; device_id = waiting.shift()) {
        const [at, outcome] = [device_id, await outcomeAt(device_id, each, wish)];
        setOutcomes((known) => new Map(known).set(at, outcome));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, go));
  };

  const run = async (devices: readonly Device[], wish: BulkWish): Promise<void> => {
    isStopped.current = false;
    setRunning(true);
    setOutcomes((known) => new Map([...known].filter(([, { state }]) => state === "done")));
    if (action === "tag") {
      const told = await pickAll(project ?? "", devices, wish.tag);
      setOutcomes((known) => new Map([...known, ...told]));
    } else await eachOf(devices, action, wish);
    setRunning(false);
    // The events say it to everybody; this holds when the events connection is just then away.
    stale(
      [
        "deviceList",
        "deviceGet",
        "selfCheckList",
        "adminDeviceList",
        "adminDeviceGet",
        "adminSelfCheckList",
        "deviceProjectList",
        ...(action === "tag" ? TAG_READS : []),
      ],
      project ?? undefined,
    );
  };
  return { outcomes, isRunning, run, stop: () => void (isStopped.current = true) };
}
