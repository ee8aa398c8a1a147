import {
  isClean,
  isSweepable,
  say,
  UdtError,
  type DataOf,
  type ENDPOINTS,
  type Handover,
  type Said,
} from "@udt/contract";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { DevicesService } from "../devices/devices.service.ts";
import { closeBySelf, openBySelf, tellOrders, type TellOrder } from "../work-orders/work-orders.service.ts";
import * as repository from "./handovers.repository.ts";

export interface HandoversNeeds {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  devices: Pick<DevicesService, "tell">;
  tell: TellOrder;
}

interface Part {
  test_id: string;
  device_id: string;
}

/** How devices are handed on: what sessions left on them that cleaning could not take away. */
export class HandoversService {
  readonly #needs: HandoversNeeds;
  constructor(needs: HandoversNeeds) {
    this.#needs = needs;
  }

  /** Null where that was not told. */
  async get(part: Part): Promise<DataOf<typeof ENDPOINTS.handoverGet>> {
    const row = await repository.findHandover(this.#needs.database.db, part);
    return row ? { ...row.left, told_at: row.told_at } : null;
  }

  /**
   * An agent tells of a device that it leased, whether or not the lease is over: an agent that began anew cleans what it was
   * killed amid. It has cleaned twice before it says that something remains, so a work order is opened at once.
   * @throws UdtError test_not_found, agent_stale_lease
   */
  async take(
    agent_id: string,
    part: Part,
    { lease_token, ...left }: Handover & { lease_token: number },
  ): Promise<void> {
    const { bus, clock, devices, tell } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      const { test_id, device_id } = part;
      const lease = await repository.lessorOf(tx, { ...part, lease_token });
      if (!lease) throw new UdtError("test_not_found", { test_id });
      if (lease.agent_id !== agent_id) throw new UdtError("agent_stale_lease");
      const now = clock.now();
      await repository.putHandover(tx, { ...part, left, remained: !isClean(left), told_at: now });
      const message = remainedOf(left);
      const opened = isClean(left)
        ? []
        : [await openBySelf(tx, now, { test_id, device_id, step: "handover", message })];
      // It was late, and is clean after all.
      const closed = isClean(left) ? await closeBySelf(tx, now, [device_id], "handover", isLate) : [];
      const changed = [...opened, ...closed].filter((order) => order !== undefined);
      await tellOrders({ tx, tell: devices.tell.bind(devices, tx, announce) }, changed, tell);
    });
  }
}

const isLate = ({ error }: { error: Said | null }): boolean => error?.code === "agent_not_clean_in_time";

/** In numbers: other projects read it that see the device. */
function remainedOf({ entries }: Handover): Said {
  const count = (change: string) => entries.filter((entry) => entry.remains && entry.change === change).length;
  return say("handover_remained", {
    apps: count("app_added"),
    files: count("file_added"),
    settings: count("setting_changed"),
    accounts: count("account_added"),
  });
}

/** Whether something is known to have remained on a device since its open work order tells of that. */
export const hasRemained = async (db: Queries, device_id: string): Promise<boolean> =>
  (await repository.remainedSinceOrder(db, device_id)).length > 0;

/** Whether a check that cleaned a device has seen all gone that its open work order tells of. */
export const isSweptAway = async (db: Queries, device_id: string): Promise<boolean> =>
  (await repository.remainedSinceOrder(db, device_id)).every(({ left }) => isSweepable(left));
