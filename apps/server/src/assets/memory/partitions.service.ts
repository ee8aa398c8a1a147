import { LIMITS, UdtError, type MemoryPartitions, type PartitionRule, type SavedPartitions } from "@udt/contract";
import { lockProject } from "../../people/projects/projects.service.ts";
import type { MemoryCaller } from "./memory.answers.ts";
import type { MemoryDependencies } from "./memory-dependencies.ts";
import type { Partitioner } from "./partitioner.ts";
import * as repository from "./partitions.repository.ts";
import type { SamplesService } from "./samples.service.ts";

interface PartitionsNeeds extends Pick<MemoryDependencies, "database" | "bus" | "clock" | "audit"> {
  samples: SamplesService;
  partitionSample: Partitioner;
}

/** A project's partition rules, and what samples are by them. */
export class PartitionsService {
  readonly #needs: PartitionsNeeds;

  constructor(needs: PartitionsNeeds) {
    this.#needs = needs;
  }

  /** @param version the newest without it. @throws UdtError memory_partitions_not_found */
  async get(project_id: string, version?: number): Promise<SavedPartitions> {
    const found = await repository.findPartitions(this.#needs.database.db, project_id, version);
    if (found) return savedOf(found);
    if (version !== undefined) throw new UdtError("memory_partitions_not_found", { version });
    return { version: 0, rules: [], user_name: "", created_at: null };
  }

  versions(project_id: string) {
    return repository.listVersions(this.#needs.database.db, project_id);
  }

  /** @throws UdtError memory_partitions_newer */
  async save(
    { user, ip, project: { project_id } }: MemoryCaller,
    { base_version, rules }: { base_version: number; rules: PartitionRule[] },
  ): Promise<SavedPartitions> {
    const { bus, clock, audit } = this.#needs;
    return bus.transaction(async (tx, announce) => {
      // Of two who save at once the second sees what the first saved.
      await lockProject(tx, project_id, "change");
      const newest = await repository.findPartitions(tx, project_id);
      const last = newest?.saved.version ?? 0;
      if (last !== base_version)
        throw new UdtError("memory_partitions_newer", { version: last, user_name: newest?.user_name ?? "" });
      const saved = { project_id, version: last + 1, rules, user_id: user.user_id, created_at: clock.now() };
      await repository.insertPartitions(tx, saved);
      await repository.deleteVersions(tx, project_id, saved.version - LIMITS.memory_partition_versions_max);
      const detail = { version: saved.version, rules: rules.length };
      await audit.write(tx, { user, ip, action: "memory_partitions.save", project_id, target: project_id, detail });
      announce(project_id, { type: "memory_partitions.changed" });
      return savedOf({ saved, user_name: user.user_name });
    });
  }

  /** @throws UdtError memory_sample_not_found, memory_sample_unread, memory_unpartitioned, reading_busy; the signal's reason */
  async by(
    project_id: string,
    sample_id: string,
    rules: PartitionRule[],
    signal: AbortSignal,
  ): Promise<MemoryPartitions> {
    const { samples, partitionSample } = this.#needs;
    const path = await samples.place(project_id, sample_id);
    const partitioning = await partitionSample({ path, rules }, project_id, signal).catch(async (error) => {
      // It may have been deleted while this waited for its turn.
      await samples.place(project_id, sample_id);
      throw error;
    });
    if (!partitioning.ok) throw new UdtError("memory_unpartitioned", { reason: partitioning.error });
    return partitioning.value;
  }
}

const savedOf = ({ saved, user_name }: repository.PartitionsListing): SavedPartitions => {
  const { version, rules, created_at } = saved;
  return { version, rules, user_name, created_at };
};
