import type { Device } from "@udt/contract";
import { outOfUseEndpoints } from "@udt/contract/endpoints/out-of-use";
import { selfCheckEndpoints } from "@udt/contract/endpoints/self-checks";
import { useRef, useState } from "react";
import { api } from "../../lib/api/api.ts";
import { useStale } from "../../lib/api/queries.ts";
import { errorText } from "../../lib/errors/index.ts";

export type BulkAction = "take_out" | "put_back" | "inspect";

/** Devices that are asked for at one moment: enough to be quick, and few enough to leave the server to others. */
const AT_ONCE = 4;

/** What came of it at a device; `left`: it was not asked any more. */
export type Outcome = { state: "done" } | { state: "refused"; why: string } | { state: "left" };

/** Does the same with each of some devices, and knows of each what came of it. */
export function useBulk(project: string, action: BulkAction) {
  const stale = useStale();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setRunning] = useState(false);
  const isStopped = useRef(false);

  const ask = ({ device_id }: Device, reason: string): Promise<unknown> => {
    const call = { params: { device_id }, query: { project } };
    switch (action) {
      case "take_out":
        return api.call(outOfUseEndpoints.deviceTakeOut, { ...call, body: { reason } });
      case "put_back":
        return api.call(outOfUseEndpoints.devicePutBack, call);
      case "inspect":
        return api.call(selfCheckEndpoints.selfCheckStart, call);
    }
  };
  const outcomeAt = async (device: Device, reason: string): Promise<Outcome> => {
    if (isStopped.current) return { state: "left" };
    try {
      await ask(device, reason);
      return { state: "done" };
    } catch (error) {
      return { state: "refused", why: errorText(error) };
    }
  };

  const run = async (devices: readonly Device[], reason: string): Promise<void> => {
    isStopped.current = false;
    setRunning(true);
    setOutcomes((known) => new Map([...known].filter(([, { state }]) => state === "done")));
    const waiting = [...devices];
    const go = async () => {
      for (let device = waiting.shift(); device; device = waiting.shift()) {
        const { device_id } = device;
        const outcome = await outcomeAt(device, reason);
        setOutcomes((known) => new Map(known).set(device_id, outcome));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, go));
    setRunning(false);
    // The events say it to everybody; this holds when the events connection is just then away.
    stale(["deviceList", "deviceGet", "selfCheckList"], project);
  };
  return { outcomes, isRunning, run, stop: () => void (isStopped.current = true) };
}
