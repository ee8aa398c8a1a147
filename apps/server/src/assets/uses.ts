/** What uses assets, as far as kinds of tests know it: assets know no kind, each hands in its own. */
import type { Queries } from "../platform/database/database.ts";
import { type SQL, sql, type SQLWrapper } from "../platform/database/sql.ts";

export type UsedAsset = "app" | "account_file" | "credential";

/** A job that is set up to use an asset. */
export interface AssetUser {
  asset_id: string;
  job_id: string;
  name: string;
}

/** What one kind says. */
export interface AssetUses {
  /** What of a project is set up to use any of these, by name. */
  usersOf(db: Queries, project_id: string, asset: UsedAsset, ids: readonly string[]): Promise<AssetUser[]>;
  /** Whether tests speak of a library, at a commit or at any: an expression, over columns of whoever asks. */
  speaksOf(library_id: SQLWrapper, commit_id?: SQLWrapper): SQL<boolean>;
}

/** The same of every kind. */
export function usesOfAll(kinds: readonly AssetUses[]): AssetUses {
  return {
    async usersOf(db, project_id, asset, ids) {
      if (ids.length === 0) return [];
      const found: AssetUser[] = [];
      for (const kind of kinds) found.push(...(await kind.usersOf(db, project_id, asset, ids)));
      return found;
    },
    speaksOf: (...of) => sql`(${sql.join([sql`false`, ...kinds.map((kind) => kind.speaksOf(...of))], sql` or `)})`,
  };
}
