/** The room of a project's memory traces. What runs recorded by themselves takes none from people: the oldest of it gives way. */
import { LIMITS, UdtError } from "@udt/contract";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import type { Announce } from "../../platform/bus.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import { bytesUnderWay } from "../apps/uploads.service.ts";
import * as memory from "./memory.repository.ts";
import * as repository from "./trace-room.repository.ts";

export interface RoomNeeds {
  audit: AuditService;
  clock: ServerClock;
  loose: LooseBlobs;
}

/** A transaction that holds the lock of the project in which it makes room. */
interface Change {
  tx: Queries;
  announce: Announce;
}

/** Of one transaction. Once that is committed, {@link done} deletes the files of what gave way. */
export class TraceRoom {
  readonly #needs: RoomNeeds;
  readonly #gone: string[] = [];

  constructor(needs: RoomNeeds) {
    this.#needs = needs;
  }

  /** @returns whether the project may have one trace more */
  async takesTrace(change: Change, project_id: string): Promise<boolean> {
    while ((await memory.countTraces(change.tx, project_id)) >= LIMITS.memory_traces_max)
      if (!(await this.#giveWay(change, project_id))) return false;
    return true;
  }

  /** @throws UdtError memory_trace_limit */
  async assertTrace(change: Change, project_id: string): Promise<void> {
    const max = LIMITS.memory_traces_max;
    if (!(await this.takesTrace(change, project_id))) throw new UdtError("memory_trace_limit", { max });
  }

  /** What is on its way takes room as what is there does. @returns whether there is room for so much more */
  async takesBytes(change: Change, project_id: string, more = 0): Promise<boolean> {
    const { tx } = change;
    const room = LIMITS.memory_project_max_bytes - more - (await bytesUnderWay(tx, project_id, "memory"));
    let there = await memory.bytesOfProject(tx, project_id);
    // Nothing goes where that does not help.
    if (there > room && there - (await repository.bytesGivingWay(tx, project_id)) > room) return false;
    while (there > room) {
      if (!(await this.#giveWay(change, project_id))) return false;
      there = await memory.bytesOfProject(tx, project_id);
    }
    return true;
  }

  /** @throws UdtError memory_no_room */
  async assertBytes(change: Change, project_id: string): Promise<void> {
    const limit_bytes = LIMITS.memory_project_max_bytes;
    if (!(await this.takesBytes(change, project_id))) throw new UdtError("memory_no_room", { limit_bytes });
  }

  async done(): Promise<void> {
    if (this.#gone.length > 0) await this.#needs.loose.deleteUnowned(this.#gone);
  }

  async #giveWay({ tx, announce }: Change, project_id: string): Promise<boolean> {
    const { audit, clock, loose } = this.#needs;
    const trace = await repository.lockGivingWay(tx, project_id);
    if (!trace) return false;
    const { trace_id } = trace;
    const samples = await memory.lockSamples(tx, trace_id);
    const files = await memory.filesOf(
      tx,
      samples.map(({ sample_id }) => sample_id),
    );
    const blob_keys = memory.blobsOf(samples, files);
    await loose.note(blob_keys, tx);
    await repository.noteGivenWay(tx, trace_id, clock.now());
    await memory.deleteTrace(tx, trace_id);
    const detail = { samples: samples.length };
    await audit.write(tx, { ip: "", action: "memory_trace.give_way", project_id, target: trace.name, detail });
    announce(project_id, { type: "memory.changed", trace_id });
    this.#gone.push(...blob_keys);
    return true;
  }
}
