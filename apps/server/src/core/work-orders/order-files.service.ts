import { Readable } from "node:stream";
import { LIMITS, UdtError, WORK_ORDER_FILE_TYPES, workOrderFileType, type WorkOrderFileType } from "@udt/contract";
import type { AuditService } from "../../people/audit/audit.service.ts";
import type { ProjectContent } from "../../people/projects/project-deletion.service.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Database, Queries } from "../../platform/database/database.ts";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import { ownIdOf, type Actor, type CallerUser } from "../../platform/http/caller.ts";
import { imageType } from "../../platform/http/image-body.ts";
import type { SentImage } from "../../platform/http/sent-image.ts";
import { newId } from "../../platform/ids.ts";
import type { AtOrder } from "./at-order.ts";
import * as repository from "./order-files.repository.ts";
import { findOrder } from "./work-orders.repository.ts";

export interface OrderFilesNeeds {
  database: Database;
  blobs: Blobs;
  loose: LooseBlobs;
  audit: AuditService;
  /** Keeps the caller's place in a project to the end of the transaction. @throws UdtError project_not_exists, user_not_in_project */
  place(tx: Queries, user: CallerUser, project_id: string): Promise<void>;
}

/** By what an order's files are attached and removed: in the project of the call, at an order of a device that it sees. */
export interface FileCall {
  actor: Actor;
  project_id: string;
  number: number;
  is_owner: boolean;
}

/** Files of work orders: what people photographed of a fault, or a log that shows it. */
export class OrderFiles {
  readonly #needs: OrderFilesNeeds;
  readonly #at: AtOrder;

  /** @param at does something at an order, and keeps others from it meanwhile */
  constructor(needs: OrderFilesNeeds, at: AtOrder) {
    this.#needs = needs;
    this.#at = at;
  }

  /**
   * @throws UdtError work_order_not_found, work_order_entry_not_own, work_order_file_type, work_order_file_content,
   *   work_order_files, work_order_files_own, body_too_large
   */
  async attach(
    { actor, project_id, number }: FileCall,
    { name, entry_id, body }: { name: string; entry_id: number | undefined; body: unknown },
  ): Promise<void> {
    const { blobs, loose, audit, place } = this.#needs;
    const content_type = workOrderFileType(name);
    if (content_type === undefined || !(body instanceof Readable))
      throw new UdtError("work_order_file_type", { name, endings: Object.keys(WORK_ORDER_FILE_TYPES).join(", ") });
    const { user, ip } = actor;
    const mayAttach = this.#mayAttach(number, entry_id, user);
    // What cannot be taken is refused before it is read.
    await this.#at(project_id, number, (_, { tx }) => mayAttach(tx));
    const file_id = newId();
    const blob_key = `work-orders/${number}/${file_id}`;
    await loose.note([blob_key]);
    try {
      const told = Readable.from(asNamed(body, { name, content_type }), { objectMode: false });
      const size_bytes = await blobs.put(blob_key, told, LIMITS.work_order_file_max_bytes);
      const add: Parameters<AtOrder>[2] = async (order, { tx, now, serial, changed }) => {
        await mayAttach(tx);
        const of = { file_id, number, entry_id: entry_id ?? null, project_id, user_id: user.user_id };
        await repository.insertFile(tx, { ...of, name, content_type, size_bytes, blob_key, created_at: now });
        await loose.adopt(tx, [blob_key]);
        const detail = { number, name, size_bytes };
        await audit.write(tx, { user, ip, action: "work_order.attach", project_id, target: serial, detail });
        await changed(order);
      };
      // The project first, as who deletes it does.
      await this.#at(project_id, number, add, (tx) => place(tx, user, project_id));
    } catch (error) {
      await loose.delete([blob_key]);
      throw error;
    }
  }

  /** @throws UdtError work_order_not_found, work_order_file_not_found, work_order_file_not_own */
  async detach({ actor, project_id, number, is_owner }: FileCall, file_id: string): Promise<void> {
    const { loose, audit } = this.#needs;
    const { user, ip } = actor;
    let blob_key = "";
    await this.#at(project_id, number, async (order, { tx, serial, changed }) => {
      if (!(await repository.findFile(tx, project_id, { number, file_id })))
        throw new UdtError("work_order_file_not_found", { file_id });
      const gone = await repository.deleteFile(tx, { project_id, is_owner, own_id: ownIdOf(user) }, file_id);
      if (!gone) throw new UdtError("work_order_file_not_own", { file_id });
      ({ blob_key } = gone);
      await loose.note([blob_key], tx);
      const detail = { number, name: gone.name };
      await audit.write(tx, { user, ip, action: "work_order.detach", project_id, target: serial, detail });
      await changed(order);
    });
    await loose.delete([blob_key]);
  }

  /** @throws UdtError work_order_not_found, work_order_file_not_found */
  async open(project_id: string | null, number: number, file_id: string): Promise<SentImage & { name: string }> {
    const { blobs, database } = this.#needs;
    const found = await repository.findFile(database.db, project_id, { number, file_id });
    if (!found && !(await findOrder(database.db, project_id, number)))
      throw new UdtError("work_order_not_found", { number });
    const blob = found && (await blobs.get(found.blob_key));
    if (!found || !blob) throw new UdtError("work_order_file_not_found", { file_id });
    return { ...blob, name: found.name, content_type: found.content_type };
  }

  readonly ofProject: ProjectContent = {
    count: repository.countOfProject,
    delete: async (tx, project_id) => ({ blob_keys: await repository.deleteOfProject(tx, project_id) }),
  };

  #mayAttach(number: number, entry_id: number | undefined, user: CallerUser) {
    return async (tx: Queries): Promise<void> => {
      if (entry_id !== undefined && !(await repository.isComment(tx, { number, entry_id, own_id: ownIdOf(user) })))
        throw new UdtError("work_order_entry_not_own", { number, entry_id });
      const { work_order_files_max: max, work_order_files_each: each } = LIMITS;
      if ((await repository.countFiles(tx, number, user.user_id)) >= each)
        throw new UdtError("work_order_files_own", { max: each });
      if ((await repository.countFiles(tx, number)) >= max) throw new UdtError("work_order_files", { max });
    };
  }
}

/** Enough to tell a picture by. */
const HEAD_BYTES = 12;

/**
 * The bytes of a file; a picture's only if they are that picture's, since pages show it. What is refused is left unread, for it
 * is a call's body, on whose connection the refusal goes out.
 */
async function* asNamed(
  source: Readable,
  { name, content_type }: { name: string; content_type: WorkOrderFileType },
): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = content_type.startsWith("image/") ? Buffer.alloc(0) : undefined;
  const assertIsPicture = (bytes: Buffer) => {
    if (imageType(bytes) !== content_type) throw new UdtError("work_order_file_content", { name });
  };
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (!head) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < HEAD_BYTES) continue;
    assertIsPicture(head);
    yield head;
    head = undefined;
  }
  if (!head) return;
  assertIsPicture(head);
  yield head;
}
