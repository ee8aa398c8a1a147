import type { DataOf, ENDPOINTS } from "@udt/contract";
import { z } from "zod";
import type { Bus } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database/database.ts";
import type { Actor } from "../../platform/http/caller.ts";
import type { Outbound } from "../../platform/outbound.ts";
import type { AuditService } from "../audit/audit.service.ts";
import * as repository from "./settings.repository.ts";

/** Each address is a row of its own, so that two who change the list at one moment take nothing from each other. */
const PREFIX = "private_address/";
const kept = z.object({ user_name: z.string() });

interface Needs {
  database: Database;
  bus: Bus;
  clock: ServerClock;
  audit: AuditService;
  outbound: Pick<Outbound, "allow">;
  /** What the operator allows, which nobody here takes back. */
  given: readonly string[];
  onError: (error: unknown) => void;
}

type PrivateAddresses = DataOf<(typeof ENDPOINTS)["adminAddressList"]>;

/**
 * What administrators let the server call although it is not on the public internet. Each server tells its guard, and does so
 * anew when the bus says that some server has changed the list.
 */
export class PrivateAddressesService {
  readonly #needs: Needs;
  readonly #unsubscribe: () => void;

  static async start(needs: Needs): Promise<PrivateAddressesService> {
    const service = new PrivateAddressesService(needs);
    await service.#tellGuard();
    return service;
  }

  private constructor(needs: Needs) {
    this.#needs = needs;
    this.#unsubscribe = needs.bus.subscribe(({ payload }) => {
      if (payload.type === "settings.changed") void this.#tellGuard().catch(needs.onError);
    });
  }

  async list(): Promise<PrivateAddresses> {
    const rows = await repository.findSettingsBelow(this.#needs.database.db, PREFIX);
    const list = rows.map(({ name, value, updated_at }) => ({
      address: name.slice(PREFIX.length),
      user_name: kept.safeParse(value).data?.user_name ?? "",
      allowed_at: updated_at,
    }));
    return { given: this.#needs.given.map((address) => ({ address })), list };
  }

  async allow({ user, ip }: Actor, address: string): Promise<PrivateAddresses> {
    const { bus, clock, audit } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      const name = PREFIX + address;
      if (await repository.findSetting(tx, name)) return;
      const value = { user_name: user.user_name };
      await repository.putSetting(tx, { name, value, updated_at: clock.now() });
      await audit.write(tx, { action: "address.allow", user, ip, target: address });
      announce(null, { type: "settings.changed" });
    });
    return this.#changed();
  }

  async disallow({ user, ip }: Actor, address: string): Promise<PrivateAddresses> {
    const { bus, audit } = this.#needs;
    await bus.transaction(async (tx, announce) => {
      if (!(await repository.deleteSetting(tx, PREFIX + address))) return;
      await audit.write(tx, { action: "address.disallow", user, ip, target: address });
      announce(null, { type: "settings.changed" });
    });
    return this.#changed();
  }

  close(): void {
    this.#unsubscribe();
  }

  /** Who asked sees it done, before the bus has come round. */
  async #changed(): Promise<PrivateAddresses> {
    await this.#tellGuard();
    return this.list();
  }

  async #tellGuard(): Promise<void> {
    const { list } = await this.list();
    this.#needs.outbound.allow(list.map(({ address }) => address));
  }
}
