import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { AppFile, AppFileError } from "@udt/appfile";
import type { Result } from "@udt/base";
import { LIMITS } from "@udt/contract";
import type { Bus } from "../../platform/bus.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import type { ServerClock } from "../../platform/clock.ts";
import type { Queries } from "../../platform/database/database.ts";
import { newId } from "../../platform/ids.ts";
import { iconKey, insertOnce, withIcon } from "./kept-package.ts";
import type { PackageReader } from "./package-reader.ts";
import { readPackage } from "./synthesis.ts";

interface Produced {
  project_id: string;
  user_id: string;
  file_name: string;
}

/** Has the file read where it lies. @throws UdtError app_corrupt, app_hostile, app_unsupported, upload_too_large */
type FileReader = <T>(reader: (path: string) => Promise<Result<T, AppFileError>>) => Promise<T>;

/** What is done with a package on its way in. */
export interface ProducedSteps {
  /** Throws what refuses it. */
  judge(file: AppFile, its: { sha256: string; read: FileReader }): Promise<void>;
  /** In the transaction that makes the app, before it: false, and none is made. */
  hold(tx: Queries): Promise<boolean>;
  /** In the same transaction, after it. */
  kept(tx: Queries, app_id: string): Promise<void>;
}

interface ProducedAppsNeeds {
  bus: Bus;
  clock: ServerClock;
  blobs: Blobs;
  loose: LooseBlobs;
  readPackage: PackageReader;
}

/** Packages that come of a project's own: nobody uploads them. */
export class ProducedAppsService {
  readonly #needs: ProducedAppsNeeds;

  constructor(needs: ProducedAppsNeeds) {
    this.#needs = needs;
  }

  /** @throws UdtError body_too_large, app_corrupt, app_hostile, app_unsupported, upload_too_large, and what the steps throw */
  async keep(bytes: Readable, of: Produced, steps: ProducedSteps): Promise<void> {
    const { blobs, loose, bus, clock } = this.#needs;
    const blob_key = `packages/${newId()}`;
    const blob_keys = [blob_key, iconKey(blob_key)];
    await loose.note(blob_keys);
    try {
      const hashes = { md5: createHash("md5"), sha256: createHash("sha256") };
      // Read piece by piece, one that is broken off breaks this off as well.
      const tapped = async function* () {
        for await (const piece of bytes as AsyncIterable<Buffer>) {
          for (const hash of Object.values(hashes)) hash.update(piece);
          yield piece;
        }
      };
      const size_bytes = await blobs.put(blob_key, Readable.from(tapped()), LIMITS.app_size_max_bytes);
      const file = await readPackage(blobs, blob_key, this.#needs.readPackage);
      await steps.judge(file, {
        sha256: hashes.sha256.digest("hex"),
        read: (reader) => readPackage(blobs, blob_key, reader),
      });
      const told = await withIcon(blobs, file, blob_key);
      const md5 = hashes.md5.digest("hex");
      await bus.transaction(async (tx, announce) => {
        if (!(await steps.hold(tx))) return;
        const row = { ...told, ...of, size_bytes, md5, app_id: newId(), created_at: clock.now() };
        const { app, isNew } = await insertOnce(tx, loose, row);
        const { app_id } = app.app;
        if (isNew) announce(of.project_id, { type: "app.changed", app_id });
        await steps.kept(tx, app_id);
      });
    } finally {
      await loose.deleteUnowned(blob_keys);
    }
  }
}
