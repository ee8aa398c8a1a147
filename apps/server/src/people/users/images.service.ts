import { textAfterLast } from "@udt/base";
import { posix } from "node:path";
import { ENDPOINTS, fillPath, UdtError, type UserInfo } from "@udt/contract";
import type { Database } from "../../platform/database/database.ts";
import type { CallerUser } from "../../platform/http/caller.ts";
import { readImage } from "../../platform/http/image-body.ts";
import { keepImage, type ImageStore } from "../../platform/blobs/kept-image.ts";
import * as repository from "./users.repository.ts";
import { userInfo } from "./users.service.ts";

/** People's pictures. Each new one has a new version, so that browsers may keep what they have. */
export class ImagesService {
  readonly #database: Database;
  readonly #store: ImageStore;
  constructor(database: Database, store: ImageStore) {
    this.#database = database;
    this.#store = store;
  }

  /** @param body The request's bytes. @throws UdtError image_type, body_too_large */
  async put(user: CallerUser, body: unknown): Promise<UserInfo> {
    const image = await readImage(body);
    const keyOf = (version: string) => `head-images/${version}.${textAfterLast(image.content_type, "/")}`;
    const path = fillPath(ENDPOINTS.userImageGet.path, { user_id: user.user_id });
    let after: CallerUser | undefined;
    await keepImage(this.#store, image, keyOf, ({ version, blob_key: head_image_blob }, own) =>
      this.#database.transaction(async (tx) => {
        // Who sends another at the same moment waits, and replaces this one.
        const before = await repository.holdUser(tx, user.user_id);
        const head_image = `${path}?${new URLSearchParams({ v: version })}`;
        after = await repository.updateUser(tx, user.user_id, { head_image, head_image_blob });
        await own(tx, before?.head_image_blob);
      }),
    );
    return userInfo(after ?? user);
  }

  /** @throws UdtError user_not_found, also when there is no picture */
  async open(user_id: string) {
    const user = await repository.findUser(this.#database.db, user_id);
    const blob = user && user.head_image_blob !== "" ? await this.#store.blobs.get(user.head_image_blob) : undefined;
    if (!user || !blob) throw new UdtError("user_not_found", { user_id });
    const { name, ext } = posix.parse(user.head_image_blob);
    return { ...blob, version: name, content_type: `image/${ext.slice(1)}` };
  }
}
