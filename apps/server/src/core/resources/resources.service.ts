import type { Readable } from "node:stream";
import { ENDPOINTS, fillPath, LIMITS, UdtError, type Resource, type ResourceKind } from "@udt/contract";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import { newId } from "../../platform/ids.ts";
import { GrowingService, type Leased, type ResourcesNeeds } from "./growing.service.ts";
import { partsOf, readParts, sizeOf } from "./layout.ts";
import * as repository from "./resources.repository.ts";
import type { OpenResource } from "./send-resource.ts";

export { sendResource, type OpenResource } from "./send-resource.ts";

/** Who reads files of a test: whether they may watch the test itself. */
export type Reader = { may_watch: boolean };
const ANYBODY: Reader = { may_watch: false };

/** Files that devices leave behind in tests. */
export class ResourcesService {
  readonly growing: GrowingService;
  readonly #needs: ResourcesNeeds;
  readonly #basePath: string;
  constructor(needs: ResourcesNeeds, basePath: string) {
    this.#needs = needs;
    this.#basePath = basePath;
    this.growing = new GrowingService(needs);
  }

  /**
   * Keeps what an agent sends of a test on one of its devices.
   * @throws UdtError test_not_found, device_not_found, agent_stale_lease, body_too_large, resource_quota
   */
  async put(
    agent_id: string,
    of: Leased,
    what: {
      name: string;
      kind: ResourceKind;
      content_type: string;
      started_at: number | null;
      case_run_id: number | null;
    },
    bytes: Readable,
  ): Promise<{ resource_id: string }> {
    const { database, blobs, clock, loose, tests } = this.#needs;
    await tests.assertHeld(agent_id, of);
    const resource_id = newId();
    const blob_key = `tests/${of.test_id}/${resource_id}`;
    await loose.note([blob_key]);
    try {
      const size_bytes = await blobs.put(blob_key, bytes, LIMITS.resource_max_bytes);
      await database.transaction(async (tx) => {
        await this.growing.take(tx, of.test_id, size_bytes);
        await repository.insertResource(tx, {
          ...what,
          resource_id,
          test_id: of.test_id,
          device_id: of.device_id,
          lease_token: null,
          size_bytes,
          blob_key,
          created_at: clock.now(),
          state: "complete",
          duration_ms: null,
        });
        await loose.adopt(tx, [blob_key]);
      });
    } catch (error) {
      await loose.delete([blob_key]);
      throw error;
    }
    return { resource_id };
  }

  /** @param reader `may_watch`: also what a debug session leaves behind while it runs. */
  async list(
    of: { test_id: string; device_id: string; kind?: ResourceKind | undefined; case_run_id?: number | undefined },
    project: string,
    reader: Reader = ANYBODY,
  ): Promise<Resource[]> {
    const wanted = { ...of, ...reader, limit: LIMITS.resource_list_max };
    const rows = await repository.listResources(this.#needs.database.db, wanted);
    return rows.map((row) => this.#answer(row, project));
  }

  /** For who has just made it. @throws UdtError resource_not_found */
  async get(test_id: string, device_id: string, resource_id: string, project: string): Promise<Resource> {
    return this.#answer(await this.#find({ test_id, device_id, resource_id }, { may_watch: true }), project);
  }

  /**
   * @param reader `may_watch`: also what a debug session leaves behind while it runs.
   * @throws UdtError resource_not_found
   */
  async open(key: repository.ResourceKey, reader: Reader = ANYBODY): Promise<OpenResource> {
    const { blobs, database } = this.#needs;
    let row = await this.#find(key, reader);
    while (row.blob_key === "") {
      const pieces = await repository.listPieces(database.db, row.resource_id);
      // With less than it had, the pieces have just made way for the whole file.
      if (sizeOf(pieces) >= row.size_bytes) {
        const parts = await partsOf(blobs, row, pieces);
        return { row, size_bytes: sizeOf(parts), read: async (range) => readParts(blobs, parts, range) };
      }
      row = await this.#find(key, reader);
    }
    const { blob_key } = row;
    return {
      row,
      size_bytes: row.size_bytes,
      async read(range) {
        const blob = await blobs.get(blob_key, range);
        if (!blob) throw new UdtError("resource_not_found", { resource_id: key.resource_id });
        return blob.stream;
      },
    };
  }

  /** The rows go with their tests'. */
  readonly ofProject: ProjectContent = {
    count: repository.countOfProject,
    delete: async (tx, project_id) => ({ blob_keys: await repository.blobKeysOf(tx, { project_id }) }),
  };

  close(): Promise<void> {
    return this.growing.close();
  }

  async #find(key: repository.ResourceKey, reader: Reader) {
    const row = await repository.findResource(this.#needs.database.db, key, reader);
    if (!row) throw new UdtError("resource_not_found", { resource_id: key.resource_id });
    return row;
  }

  #answer(row: repository.ResourceRow & { is_held: boolean }, project: string): Resource {
    const { test_id, device_id, resource_id, name, kind, content_type, size_bytes, created_at } = row;
    const path = fillPath(ENDPOINTS.resourceGet.path, { test_id, device_id, resource_id });
    return {
      resource_id,
      name,
      kind,
      content_type,
      size_bytes,
      url: `${this.#basePath}${path}?project=${encodeURIComponent(project)}`,
      created_at,
      // Its lease is over and nobody has said that it is complete; its agent may still do so for a while.
      state: row.state === "growing" && !row.is_held ? "broken" : row.state,
      started_at: row.started_at,
      duration_ms: row.duration_ms,
      case_run_id: row.case_run_id,
    };
  }
}
