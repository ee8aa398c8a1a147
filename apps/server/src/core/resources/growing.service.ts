import { Readable } from "node:stream";
import type { FastifyBaseLogger } from "fastify";
import { LIMITS, UdtError, type ResourceEnd, type ResourceKind } from "@udt/contract";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import { every, type ServerClock } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import type { TestsService } from "../sessions/tests.service.ts";
import { partsOf, readParts, sizeOf } from "./layout.ts";
import * as repository from "./resources.repository.ts";

const SWEEP_MS = 10_000;
const PACKED_AT_ONCE = 20;
const LATE_MS = LIMITS.late_recording_hours * 3_600_000;
/** Recordings are dated by the agent, whose clock follows the server's, but not to the second. */
const DATED_BESIDE_MS = 60_000;
/** Somebody may still be reading the pieces of a file that has been put together. */
const LEFTOVER_MS = 10 * 60_000;

export interface ResourcesNeeds {
  database: Database;
  blobs: Blobs;
  clock: ServerClock;
  tests: TestsService;
  /** Notes files that are being written or given up, so that a crash leaves none behind. */
  loose: LooseBlobs;
  log: FastifyBaseLogger;
}

export interface Leased {
  test_id: string;
  device_id: string;
  lease_token: number;
}

/**
 * Files that come piece by piece. What was acknowledged is on disk and in the database; a file whose agent never comes
 * back stays readable as far as it came. Once nothing more can come, its pieces are put together into one file.
 */
export class GrowingService {
  readonly #needs: ResourcesNeeds;
  readonly #stopSweeping: () => void;
  #sweeping: Promise<void> = Promise.resolve();
  #leftovers: { since: number; blob_keys: string[] }[] = [];

  constructor(needs: ResourcesNeeds) {
    this.#needs = needs;
    this.#stopSweeping = every(needs.clock, SWEEP_MS, () => this.sweep());
  }

  /**
   * Begins a file, or answers how far one has come that was begun before. When the lease is over, its recording must have
   * begun under it.
   * @throws UdtError test_not_found, device_not_found, agent_stale_lease, resource_not_found, resource_quota
   */
  async begin(
    agent_id: string,
    of: Leased,
    what: {
      resource_id: string;
      name: string;
      kind: ResourceKind;
      content_type: string;
      started_at: number | null;
      case_run_id: number | null;
    },
  ): Promise<{ next_piece: number; size_bytes: number }> {
    const { tests, database, clock } = this.#needs;
    const { resource_id } = what;
    const past = await tests.assertRecorded(agent_id, of);
    const key = { test_id: of.test_id, device_id: of.device_id, resource_id };
    if (
      past &&
      !(await repository.findResource(database.db, key, { may_watch: true })) &&
      !isWithin(what.started_at, past)
    )
      throw new UdtError("agent_stale_lease");
    return database.transaction(async (tx) => {
      await this.take(tx, of.test_id, 0);
      await repository.insertResource(tx, {
        ...what,
        test_id: of.test_id,
        device_id: of.device_id,
        lease_token: of.lease_token,
        size_bytes: 0,
        blob_key: "",
        created_at: clock.now(),
        state: "growing",
        duration_ms: null,
      });
      // The name may be another file's: of another device, or another lease.
      const found = await repository.findWithNext(tx, key);
      if (!found) throw new UdtError("resource_not_found", { resource_id });
      if (found.row.lease_token !== of.lease_token) throw new UdtError("agent_stale_lease");
      return { next_piece: found.next, size_bytes: found.row.size_bytes };
    });
  }

  /**
   * Adds a piece, or says how far the timeline has come when `bytes` is undefined.
   * @throws UdtError agent_stale_lease, resource_not_found, resource_piece, resource_ended, resource_quota, body_too_large
   */
  async piece(
    agent_id: string,
    of: Leased & { resource_id: string; piece: number },
    told: { duration_ms: number | undefined; is_start: boolean },
    bytes: Readable | undefined,
  ): Promise<{ size_bytes: number }> {
    const { database, blobs, loose } = this.#needs;
    await this.#needs.tests.assertRecorded(agent_id, of);
    if (!bytes) return { size_bytes: await this.#extend(of, told.duration_ms ?? null) };
    // What cannot be taken is refused before it is read.
    const found = await repository.findWithNext(database.db, of);
    if (!found) throw new UdtError("resource_not_found", { resource_id: of.resource_id });
    const { row, next } = found;
    if (this.#isThere(of, row, next)) return { size_bytes: row.size_bytes };
    const blob_key = `tests/${of.test_id}/${of.resource_id}/${of.piece}-${newId()}`;
    await loose.note([blob_key]);
    try {
      const size_bytes = await blobs.put(blob_key, bytes, LIMITS.resource_piece_max_bytes);
      const answer = await database.transaction((tx) => this.#add(tx, of, { ...told, blob_key, size_bytes }));
      if (!answer.isNew) await loose.delete([blob_key]);
      return answer;
    } catch (error) {
      await loose.delete([blob_key]);
      throw error;
    }
  }

  /** @throws UdtError agent_stale_lease, resource_not_found */
  async end(
    agent_id: string,
    of: Leased & { resource_id: string },
    { duration_ms, state }: { duration_ms: number | null; state: ResourceEnd },
  ): Promise<void> {
    await this.#needs.tests.assertRecorded(agent_id, of);
    await this.#needs.database.transaction(async (tx) => {
      const row = await repository.lockResource(tx, of);
      if (!row) throw new UdtError("resource_not_found", { resource_id: of.resource_id });
      if (row.lease_token !== of.lease_token) throw new UdtError("agent_stale_lease");
      if (row.state !== "growing") return;
      await repository.updateResource(tx, of.resource_id, {
        state,
        duration_ms: furthest(row.duration_ms, duration_ms),
      });
    });
  }

  /** Counts what is about to be kept of a test. @throws UdtError resource_quota */
  async take(tx: Queries, test_id: string, size_bytes: number): Promise<void> {
    checkUsage(await repository.addUsage(tx, test_id, size_bytes));
  }

  /** Gives up what nobody will add to, and puts together what is over. */
  sweep(): Promise<void> {
    return (this.#sweeping = this.#sweeping.then(() =>
      this.#sweep().catch((error: unknown) => this.#needs.log.error({ err: error }, "files of tests")),
    ));
  }

  async close(): Promise<void> {
    this.#stopSweeping();
    await this.#sweeping;
  }

  /** Nothing new came, but the timeline has come so far. */
  async #extend(of: Leased & { resource_id: string; piece: number }, duration_ms: number | null): Promise<number> {
    const { db } = this.#needs.database;
    const size_bytes = await repository.extendResource(db, of, duration_ms);
    if (size_bytes !== undefined) return size_bytes;
    const found = await repository.findWithNext(db, of);
    if (!found) throw new UdtError("resource_not_found", { resource_id: of.resource_id });
    // Refused, or said once more after further pieces have come.
    this.#isThere(of, found.row, found.next);
    return found.row.size_bytes;
  }

  async #add(
    tx: Queries,
    of: Leased & { resource_id: string; piece: number },
    piece: { duration_ms: number | undefined; is_start: boolean; blob_key: string; size_bytes: number },
  ): Promise<{ size_bytes: number; isNew: boolean }> {
    const { resource_id } = of;
    const found = await repository.lockWithNext(tx, of);
    if (!found) throw new UdtError("resource_not_found", { resource_id });
    const { row, next } = found;
    if (this.#isThere(of, row, next)) return { size_bytes: row.size_bytes, isNew: false };
    const duration_ms = furthest(row.duration_ms, piece.duration_ms ?? null);
    const { size_bytes, used } = await repository.addPiece(tx, of.test_id, {
      resource_id,
      piece: of.piece,
      size_bytes: piece.size_bytes,
      blob_key: piece.blob_key,
      duration_ms,
      is_start: piece.is_start,
    });
    if (size_bytes > LIMITS.growing_resource_max_bytes)
      throw new UdtError("resource_quota", { limit_bytes: LIMITS.growing_resource_max_bytes });
    checkUsage(used);
    await this.#needs.loose.adopt(tx, [piece.blob_key]);
    return { size_bytes, isNew: true };
  }

  /** Whether a piece has come before. @throws UdtError agent_stale_lease, resource_piece, resource_ended */
  #isThere(of: Leased & { piece: number }, row: repository.ResourceRow, next: number): boolean {
    const { resource_id } = row;
    if (row.lease_token !== of.lease_token) throw new UdtError("agent_stale_lease");
    if (of.piece < next) return true;
    if (row.state !== "growing") throw new UdtError("resource_ended", { resource_id });
    if (of.piece > next) throw new UdtError("resource_piece", { piece: of.piece, resource_id, expected: next });
    return false;
  }

  async #sweep(): Promise<void> {
    const { database, clock, loose, log } = this.#needs;
    await repository.markBroken(database.db, clock.now() - LATE_MS);
    for (const row of await repository.unpacked(database.db, PACKED_AT_ONCE)) {
      await this.#pack(row).catch((error: unknown) =>
        log.error({ err: error, resource_id: row.resource_id }, "file cannot be put together yet"),
      );
    }
    const now = clock.now();
    const due = this.#leftovers.filter(({ since }) => since + LEFTOVER_MS <= now);
    this.#leftovers = this.#leftovers.filter((one) => !due.includes(one));
    for (const { blob_keys } of due) await loose.delete(blob_keys);
  }

  async #pack(row: repository.ResourceRow): Promise<void> {
    const { database, blobs, clock, loose } = this.#needs;
    const { resource_id } = row;
    const parts = await partsOf(blobs, row, await repository.listPieces(database.db, resource_id));
    const size = sizeOf(parts);
    const blob_key = `tests/${row.test_id}/${resource_id}-${newId()}`;
    await loose.note([blob_key]);
    try {
      const whole = size === 0 ? Readable.from([]) : readParts(blobs, parts, { start: 0, end: size - 1 });
      const size_bytes = await blobs.put(blob_key, whole, Infinity);
      const pieces = await database.transaction(async (tx) => {
        const replaced = await repository.replacePieces(tx, resource_id, { blob_key, size_bytes });
        if (!replaced) return undefined;
        await loose.adopt(tx, [blob_key]);
        await loose.note(replaced, tx);
        return replaced;
      });
      if (pieces) this.#leftovers.push({ since: clock.now(), blob_keys: pieces });
      else await loose.delete([blob_key]);
    } catch (error) {
      await loose.delete([blob_key]);
      throw error;
    }
  }
}

const isWithin = (time: number | null, span: { created_at: number; released_at: number }): boolean =>
  time !== null && time > span.created_at - DATED_BESIDE_MS && time < span.released_at + DATED_BESIDE_MS;

const furthest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);

/** @throws UdtError resource_quota */
function checkUsage(used: number): void {
  const limit_bytes = LIMITS.test_resources_max_bytes;
  if (used > limit_bytes) throw new UdtError("resource_quota", { limit_bytes });
}
