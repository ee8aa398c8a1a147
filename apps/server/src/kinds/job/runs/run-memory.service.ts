import { must } from "@udt/base";
import { numbered, UdtError, type MemoryWish, type Said } from "@udt/contract";
import type { RunMemoryRecordings } from "../../../assets/memory/run-memory.service.ts";
import type { RunRow } from "./runs.repository.ts";
import * as repository from "./runs.repository.ts";
import type { RunsDependencies } from "./runs.service.ts";

type Part = Parameters<RunsDependencies["sessions"]["heldBy"]>[1];

/** Memory that agents record of the app under test, each into a trace of its own. */
export class RunMemoryService {
  readonly #needs: Pick<RunsDependencies, "database" | "bus" | "sessions" | "gates">;
  readonly #recordings: RunMemoryRecordings;

  constructor(
    needs: Pick<RunsDependencies, "database" | "bus" | "sessions" | "gates">,
    recordings: RunMemoryRecordings,
  ) {
    this.#needs = needs;
    this.#recordings = recordings;
  }

  /**
   * What an agent is to sample; null where nothing is to be, which the report says.
   * @param fault why the device cannot be recorded, or what its recording lacks, by its agent
   * @throws UdtError test_not_found, agent_stale_lease
   */
  async begin(agent_id: string, part: Part, fault: Said | null): Promise<{ wish: MemoryWish | null }> {
    const { database, sessions, bus } = this.#needs;
    const { device, lease_token, test } = await sessions.heldBy(agent_id, part);
    const found = await repository.dispatchedRun(database.db, part);
    if (!found) throw new UdtError("agent_stale_lease");
    const { run, slot } = found;
    const { test_id, project_id } = run;
    const { memory } = run.config;
    if (!memory) return { wish: null };
    const { device_id, serial, brand, model } = device;
    const begun =
      fault ??
      (await this.#recordings.begin(
        {
          project_id,
          test_id,
          device_id,
          lease_token,
          serial,
          brand,
          model,
          user_id: must(test.user_id, "who started the run"),
          name: `${numbered(run)} · ${[brand, model].filter(Boolean).join(" ") || serial}`,
          app: await this.#appOf(run),
        },
        memory,
      ));
    const wish = "recording_id" in begun ? begun : null;
    const why = "recording_id" in begun ? null : begun;
    await bus.transaction(async (tx, announce) => {
      await repository.noteMemoryFault(tx, { test_id, device_seq: slot.device_seq }, why);
      announce(project_id, { type: "run.changed", test_id });
    });
    return { wish };
  }

  /** Its name is the run's, as it was when that began. */
  async #appOf({ project_id, config, app_name, app_version }: RunRow) {
    const { app } = await this.#needs.gates.app(project_id, config.app_id ?? "");
    return { name: app_name || app.package_name, version: app_version, package_name: app.package_name };
  }
}
