import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { ENDPOINTS } from "@udt/contract";
import { expect, it } from "vitest";
import { onPostgresql } from "../../../test/databases.ts";
import { TestServer } from "../../../test/harness.ts";
import { inOrder } from "../../../test/in-order.ts";
import { sql } from "../../platform/database/sql.ts";

onPostgresql("somebody's picture", (open) => {
  it("is one file, also when two are sent at one moment, and leaves no note", async () => {
    const udt = await TestServer.start(open);
    const ada = await udt.person("ada");
    const png = (text: string) => Buffer.from(`\x89PNG\r\n\x1a\n${text}`, "latin1");
    const put = (text: string) => () => udt.ok(ENDPOINTS.userImagePut, { as: ada, body: png(text) });
    await put("first")();
    await inOrder(udt.server.database, sql`select 1 from users where user_id = ${ada.user_id} for update`, [
      put("second"),
      put("third"),
    ]);
    expect(await readdir(join(udt.settings.data_dir, "blobs", "head-images"))).toHaveLength(1);
    const { rows } = await udt.server.database.db.execute("select * from loose_blobs");
    expect(rows).toEqual([]);
    await udt.dispose();
  });
});
