/** A package whose file lies where it stays, on its way to a row. */
import { Readable } from "node:stream";
import type { AppFile } from "@udt/appfile";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { LooseBlobs } from "../../platform/blobs/loose-blobs.ts";
import type { Queries } from "../../platform/database/database.ts";
import * as repository from "./apps.repository.ts";
import { factsOf, type PackageFacts } from "./package-facts.ts";

export type KeptPackage = PackageFacts & Pick<repository.AppRow, "icon" | "blob_key">;

/** Where the icon of a package lies. */
export const iconKey = (blob_key: string): string => `${blob_key}.icon`;

/** Puts a package's icon beside it, and tells what its row says. */
export async function withIcon(blobs: Blobs, file: AppFile, blob_key: string): Promise<KeptPackage> {
  const image = file.icon;
  const icon_key = iconKey(blob_key);
  if (image) await blobs.put(icon_key, Readable.from([Buffer.from(image.bytes)]), image.bytes.length);
  const icon = image ? { blob_key: icon_key, content_type: image.content_type } : null;
  return { ...factsOf(file), icon, blob_key };
}

/** The app of these bytes, which a project has once; its files have an owner then. */
export async function insertOnce(
  tx: Queries,
  loose: LooseBlobs,
  row: repository.AppRow,
): Promise<{ app: repository.AppListing; isNew: boolean }> {
  for (;;) {
    const isNew = await repository.insertApp(tx, row);
    const app = await repository.lockAppByBytes(tx, row);
    // The equal app that stood in the way may be deleted before it is read: then the place is free.
    if (!app) continue;
    if (isNew) await loose.adopt(tx, [row.blob_key, ...(row.icon ? [row.icon.blob_key] : [])]);
    return { app, isNew };
  }
}
