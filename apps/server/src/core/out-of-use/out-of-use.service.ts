import { UdtError } from "@udt/contract";
import type { AuditNote, AuditService } from "../../people/audit/audit.service.ts";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import { assertOwn, atDevice, type AtDevice, type HeldDevices } from "../giving/giving.service.ts";
import * as repository from "./out-of-use.repository.ts";

export { isOutOfUse, outAmong, type OutOfUse } from "./out-of-use.repository.ts";

export interface OutOfUseNeeds {
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  devices: HeldDevices;
  /** Ends what waits for a device that has just been taken out of use and shall not wait until it is put back. */
  endVain(device_id: string): Promise<void>;
}

/** @throws UdtError device_out_of_use */
export async function assertInUse(tx: Queries, device_id: string): Promise<void> {
  const out = (await repository.outAmong(tx, [device_id])).get(device_id);
  if (out) throw new UdtError("device_out_of_use", { device_id, why: out.reason });
}

/** Takes devices out of use and puts them back, for every project that sees them. */
export class OutOfUseService {
  readonly #needs: OutOfUseNeeds;

  constructor(needs: OutOfUseNeeds) {
    this.#needs = needs;
  }

  /** With null an administrator's. @throws UdtError device_not_found, device_not_in_project, device_shared, device_out_of_use */
  async takeOut(actor: Actor, project_id: string | null, device_id: string, reason: string): Promise<void> {
    const { clock } = this.#needs;
    await this.#at(actor, project_id, device_id, async ({ tx, serial }) => {
      await assertInUse(tx, device_id);
      await repository.takeOut(tx, { device_id, reason, user_id: actor.user.user_id, since: clock.now() });
      await this.#note(tx, actor, { action: "device.take_out", project_id, target: serial, detail: { reason } });
    });
    await this.#needs.endVain(device_id);
  }

  /** @throws UdtError device_not_found, device_not_in_project, device_shared, device_not_out_of_use */
  async putBack(actor: Actor, project_id: string | null, device_id: string): Promise<void> {
    await this.#at(actor, project_id, device_id, async ({ tx, serial }) => {
      const out = (await repository.outAmong(tx, [device_id])).get(device_id);
      if (!out) throw new UdtError("device_not_out_of_use", { device_id });
      await repository.putBack(tx, device_id);
      const { reason, since } = out;
      await this.#note(tx, actor, { action: "device.put_back", project_id, target: serial, detail: { reason, since } });
    });
  }

  async #note(
    tx: Queries,
    actor: Actor,
    { project_id, ...done }: Pick<AuditNote, "action" | "target" | "detail"> & { project_id: string | null },
  ): Promise<void> {
    await this.#needs.audit.write(tx, { ...actor, ...done, ...(project_id !== null && { project_id }) });
  }

  async #at(
    actor: Actor,
    project_id: string | null,
    device_id: string,
    act: (at: AtDevice) => Promise<void>,
  ): Promise<void> {
    await atDevice(this.#needs, project_id, device_id, async (at) => {
      await assertOwn(at, actor, project_id, device_id);
      await act(at);
    });
  }
}
