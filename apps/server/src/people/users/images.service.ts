import { textAfterLast } from "@udt/base";
import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import { Readable } from "node:stream";
import { ENDPOINTS, fillPath, LIMITS, UdtError, type UserInfo } from "@udt/contract";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Database } from "../../platform/database/database.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import { readImage } from "../../platform/http/image-body.ts";
import * as repository from "./users.repository.ts";
import { userInfo } from "./users.service.ts";

/** People's pictures. Each new one has a new version, so that browsers may keep what they have. */
export class ImagesService {
  readonly #database: Database;
  readonly #blobs: Blobs;
  constructor(database: Database, blobs: Blobs) {
    this.#database = database;
    this.#blobs = blobs;
  }

  /** @param body The request's bytes. @throws UdtError image_type, body_too_large */
  async put(user: CallerUser, body: unknown): Promise<UserInfo> {
    const { bytes, content_type } = await readImage(body);
    const version = randomUUID();
    const head_image_blob = `head-images/${version}.${textAfterLast(content_type, "/")}`;
    await this.#blobs.put(head_image_blob, Readable.from([bytes]), LIMITS.image_size_max_bytes);
    const path = fillPath(ENDPOINTS.userImageGet.path, { user_id: user.user_id });
    const { before, after } = await this.#database
      .transaction(async (tx) => ({
        before: await repository.findUser(tx, user.user_id),
        after: await repository.updateUser(tx, user.user_id, {
          head_image: `${path}?${new URLSearchParams({ v: version })}`,
          head_image_blob,
        }),
      }))
      .catch(async (error: unknown) => {
        await this.#blobs.delete(head_image_blob);
        throw error;
      });
    if (before && before.head_image_blob !== "") await this.#blobs.delete(before.head_image_blob);
    return userInfo(after ?? user);
  }

  /** @throws UdtError user_not_found, also when there is no picture */
  async open(user_id: string) {
    const user = await repository.findUser(this.#database.db, user_id);
    const blob = user && user.head_image_blob !== "" ? await this.#blobs.get(user.head_image_blob) : undefined;
    if (!user || !blob) throw new UdtError("user_not_found", { user_id });
    const { name, ext } = posix.parse(user.head_image_blob);
    return { ...blob, version: name, content_type: `image/${ext.slice(1)}` };
  }
}
