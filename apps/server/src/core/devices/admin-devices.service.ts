import type { DataOf, Device, ENDPOINTS } from "@udt/contract";
import type { AdminDevice } from "@udt/contract/endpoints/devices";
import type { Database } from "../../platform/database/database.ts";
import { givenAmong, lastTests, type GivenShown } from "./admin-devices.repository.ts";
import type { Asking, DeviceQuery, DevicesService } from "./devices.service.ts";

/** All devices there are, for administrators of the server. */
export class AdminDevices {
  readonly #needs: { database: Database; devices: DevicesService };

  constructor(needs: { database: Database; devices: DevicesService }) {
    this.#needs = needs;
  }

  async list(user_id: string, query: DeviceQuery): Promise<DataOf<typeof ENDPOINTS.adminDeviceList>> {
    const { list, ...found } = await this.#needs.devices.list(asking(user_id), query);
    return { ...found, list: await this.#told(list) };
  }

  /** @throws UdtError device_not_found */
  async get(user_id: string, device_id: string): Promise<AdminDevice> {
    const device = await this.#needs.devices.get(asking(user_id), device_id);
    const [given, tests] = await this.#about([device]);
    return told(device, given, tests);
  }

  async #told(list: readonly Device[]): Promise<AdminDevice[]> {
    const [given, tests] = await this.#about(list);
    return list.map((device) => told(device, given, tests));
  }

  #about(list: readonly Device[]) {
    const { db } = this.#needs.database;
    const ids = list.map(({ device_id }) => device_id);
    return Promise.all([givenAmong(db, ids), lastTests(db, ids)]);
  }
}

/** One that went while it was read. */
const GONE: GivenShown = { given_to: "projects", project_count: 0, projects: [] };

const told = (
  device: Device,
  given: Awaited<ReturnType<typeof givenAmong>>,
  tests: Awaited<ReturnType<typeof lastTests>>,
): AdminDevice => ({
  ...device,
  ...(given.get(device.device_id) ?? GONE),
  last_test_at: tests.get(device.device_id) ?? null,
});

/** They see all that is told of devices, and no picture of what somebody does. */
const asking = (user_id: string): Asking => ({
  project_id: null,
  user_id,
  is_bound: false,
  monitors: false,
  is_member: true,
  sees_tags: true,
});
