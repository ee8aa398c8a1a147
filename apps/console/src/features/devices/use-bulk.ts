import type { Device } from "@udt/contract";
import { deviceGivingEndpoints, type GivingWish } from "@udt/contract/endpoints/device-giving";
import { devicePlacementEndpoints, type PlacementWish } from "@udt/contract/endpoints/device-placements";
import { outOfUseEndpoints } from "@udt/contract/endpoints/out-of-use";
import { selfCheckEndpoints } from "@udt/contract/endpoints/self-checks";
import { useRef, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { useStale } from "../../lib/api/queries.ts";
import { errorText } from "../../lib/errors/index.ts";

export const BULK_ACTIONS = ["take_out", "put_back", "inspect", "restart", "clean", "site", "access"] as const;
/** To whom they are given administrators of the server alone say. */
export type BulkAction = (typeof BULK_ACTIONS)[number] | "give";

/** What is to be said with it: why they go out of use, where they stand, what they are there for, or to whom they are given. */
export interface BulkWish {
  reason: string;
  site: string;
  access: Omit<PlacementWish, "site">;
  gift: GivingWish;
}

/** Devices that are asked for at one moment: enough to be quick, and few enough to leave the server to others. */
const AT_ONCE = 4;

/** What came of it at a device; `left`: it was not asked any more. */
export type Outcome = { state: "done" } | { state: "refused"; why: string } | { state: "left" };

/** Asks for one device. */
function ask(project: string | null, action: BulkAction, device_id: string, wish: BulkWish): Promise<unknown> {
  const call = { params: { device_id } };
  const within = project === null ? undefined : { ...call, query: { project } };
  const { reason, site, access, gift } = wish;
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
    case "access": {
      const body = action === "site" ? { site } : access;
      return within
        ? api.call(devicePlacementEndpoints.devicePlace, { ...within, body })
        : api.call(devicePlacementEndpoints.adminDevicePlace, { ...call, body });
    }
  }
}

/** Does the same with each of some devices, and knows of each what came of it. With null it is an administrator's, through no project. */
export function useBulk(project: string | null, action: BulkAction) {
  const stale = useStale();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);

  const outcomeAt = async ({ device_id }: Device, wish: BulkWish): Promise<Outcome> => {
    if (isStopped.current) return { state: "left" };
    try {
      await ask(project, action, device_id, wish);
      return { state: "done" };
    } catch (error) {
      return { state: "refused", why: errorText(error) };
    }
  };

  const run = async (devices: readonly Device[], wish: BulkWish): Promise<void> => {
    isStopped.current = false;
    setRunning(true);
    setOutcomes((known) => new Map([...known].filter(([, { state }]) => state === "done")));
    const waiting = [...devices];
    const go = async () => {
      for (let device = waiting.shift(); device; device = waiting.shift()) {
        const { device_id } = device;
        const outcome = await outcomeAt(device, wish);
        setOutcomes((known) => new Map(known).set(device_id, outcome));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, go));
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
      ],
      project ?? undefined,
    );
  };
  return { outcomes, isRunning, run, stop: () => void (isStopped.current = true) };
}
