import { createHash } from "node:crypto";
import { Transform, type Readable } from "node:stream";
import type { AppFile } from "@udt/appfile";
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

/** What is done with a package on its way in. */
export interface ProducedSteps {
  /** Throws what refuses it. */
  judge(file: AppFile, hashes: { sha256: string }): void;
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
      const tap = new Transform({
        transform(piece: Buffer, _encoding, done) {
          for (const hash of Object.values(hashes)) hash.update(piece);
          done(null, piece);
        },
      });
      bytes.on("error", (error) => tap.destroy(error));
      const size_bytes = await blobs.put(blob_key, bytes.pipe(tap), LIMITS.app_size_max_bytes);
      const file = await readPackage(blobs, blob_key, this.#needs.readPackage);
      steps.judge(file, { sha256: hashes.sha256.digest("hex") });
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
