import { UdtError, type DataOf, type ENDPOINTS } from "@udt/contract";
import type { Database } from "../../platform/database/database.ts";
import type { DevicesService } from "../devices/devices.service.ts";
import { namesOf, worksOf, type Kinds } from "../sessions/sessions.service.ts";
import * as repository from "./recent-tests.repository.ts";

export interface RecentTestsNeeds {
  database: Database;
  devices: Pick<DevicesService, "seen">;
  kinds: Kinds;
}

type Asked = Omit<repository.PartFilter, "device_id" | "project_id">;

/** What ran on a device. */
export class RecentTestsService {
  readonly #needs: RecentTestsNeeds;

  constructor(needs: RecentTestsNeeds) {
    this.#needs = needs;
  }

  /** As a project sees it. @throws UdtError device_not_found, device_not_in_project */
  async ofProject(project_id: string, device_id: string, asked: Asked) {
    await this.#needs.devices.seen(project_id, device_id);
    return this.#list({ ...asked, device_id, project_id });
  }

  /** Of every project. @throws UdtError device_not_found */
  ofAll(device_id: string, asked: Asked) {
    return this.#list({ ...asked, device_id, project_id: null });
  }

  async #list(filter: repository.PartFilter): Promise<DataOf<typeof ENDPOINTS.deviceTestList>> {
    const { database, kinds } = this.#needs;
    const { device_id } = filter;
    const device = await repository.findDevice(database.db, device_id);
    if (!device) throw new UdtError("device_not_found", { device_id });
    const { rows, total } = await repository.listParts(database.db, filter);
    const tests = rows.map(({ test }) => test);
    const names = await namesOf(kinds, database.db, tests);
    const works = await worksOf(kinds, database.db, tests);
    const list = rows.map(({ test, user_name, ...part }) => {
      const { test_id } = test;
      const told = works.get(test_id);
      return {
        ...test,
        ...part,
        user_name: told?.user_name ?? user_name,
        run: names.get(test_id) ?? null,
        work: told?.work ?? null,
        has_warnings: told?.has_warnings ?? false,
      };
    });
    return { list, total, page_num: filter.page_num, page_size: filter.page_size, device };
  }
}
