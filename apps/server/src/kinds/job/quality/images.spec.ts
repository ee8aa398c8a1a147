import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { onEachDatabase } from "../../../../test/databases.ts";
import { TestServer, type Person } from "../../../../test/harness.ts";
import { rolledUp } from "../../../../test/rolled-up.ts";
import { makeRun } from "../../../../test/run-factory.ts";
import { users } from "../../../platform/database/core.schema.ts";
import { project_people } from "../../../platform/database/orgs.schema.ts";
import { and, eq, sql } from "../../../platform/database/sql.ts";
import { drawBoard, oneLine } from "./board-picture.ts";
import { KEPT_MS } from "./images.service.ts";

const DAY_MS = 86_400_000;
const NONE = { runs: 0, success: 0, skipped: 0, failed: 0, device_faults: 0, total: 0, new_failures: 0, flaky: 0 };
const LOOK = { language: "en", theme: "light", width: 640, height: 280 } as const;

it("is drawn of what somebody typed as text, on one line", () => {
  expect(oneLine(`<script>"&'\u0007\u202Eab\n`)).toBe("&lt;script&gt;&quot;&amp;'  ab ");
  expect([...oneLine("🙂".repeat(60))]).toHaveLength(48);
  const picture = { name: "]]><a>&", by_day: [NONE, NONE], totals: NONE, time_zone: "Asia/Tokyo", now: 0 };
  const drawn = drawBoard(picture, LOOK);
  expect(drawn).toContain("]]&gt;&lt;a&gt;&amp;");
  expect(drawn).toContain("–");
  expect(drawn).not.toMatch(/NaN|undefined|Infinity|<a>/);
  // All passed: the scale ends where the line is, and begins below it.
  const one = { ...NONE, runs: 1, success: 5, total: 5 };
  const full = drawBoard({ ...picture, by_day: [one, NONE, { ...one, success: 1, failed: 4 }], totals: one }, LOOK);
  expect(full).not.toMatch(/NaN|Infinity/);
  expect(full.match(/<circle/g)).toHaveLength(2);
  // Days without results part the line.
  expect(full.match(/d="M[\d.]+ [\d.]+M[\d.]+ [\d.]+"/)).not.toBeNull();
});

onEachDatabase("pictures of the quality board", (open) => {
  let udt: TestServer;
  let ada: Person;
  let bob: Person;

  const make = async (as: Person, more: Record<string, unknown> = {}) => {
    const body = { name: "Shop <nightly>", days: "7" as const, valid_days: 7, ...more };
    const made = await udt.ok(ENDPOINTS.qualityImageCreate, { as, body });
    return { ...made, picture: made.path.split("/").at(-1)! };
  };
  const see = (picture: string, query: Record<string, string> = {}) =>
    udt.call(ENDPOINTS.qualityImage, { params: { picture }, query });
  const runs = (svg: string) => />Runs<\/text><text[^>]*>(\d+)</.exec(svg)?.[1];

  beforeAll(async () => {
    udt = await TestServer.start(open);
    [ada, bob] = [await udt.person("ada"), await udt.person("bob")];
    await udt.project("one", [{ person: ada, user_type: 1 }]);
    await udt.project("two", [
      { person: ada, user_type: 2 },
      { person: bob, user_type: 1 },
    ]);
    const { db } = udt.server.database;
    const made = { user_id: ada.user_id, at: udt.clock.now() - DAY_MS, cases: [{ key: "a::one" }] };
    await makeRun(db, { ...made, project_id: "one" });
    await makeRun(db, { ...made, project_id: "two" });
    await rolledUp(udt.server.database);
  });
  afterAll(() => udt.dispose());
  beforeEach(() => udt.clock.turn(KEPT_MS));

  it("are seen without an account, in any language, light or dark and of any size within bounds", async () => {
    const { picture, path, name } = await make(ada);
    expect(path).toMatch(/^\/v1\/quality-signage\/[\w-]+\.svg$/);
    const answer = await see(picture);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": "image/svg+xml; charset=utf-8",
      "cache-control": "private, max-age=60",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    expect(answer.text).toContain("Shop &lt;nightly&gt;");
    expect(answer.text).not.toContain(name);
    expect(answer.text).toContain('width="640" height="280"');
    expect(runs(answer.text)).toBe("2");
    const other = await see(picture, { language: "ja", theme: "dark", width: "1280", height: "560" });
    expect(other.text).toContain("合格率");
    expect(other.text).toContain("#18181d");
    expect(other.text).toContain('width="1280" height="560"');
    expect((await see(picture, { language: "zh" })).text).toContain("通过率");
    for (const query of [{ width: "1921" }, { height: "0" }, { theme: "pink" }, { language: "fr" }, { width: "NaN" }])
      expect((await see(picture, query)).code).toBe("invalid_param");
  });

  it("count what was chosen, of what their maker may see by then, once a minute", async () => {
    const { db } = udt.server.database;
    const { picture } = await make(ada, { project_ids: ["two"] });
    const none = await make(ada, { framework: "pytest" });
    const theirs = await make(bob, { project_ids: ["one", "two"] });
    expect(runs((await see(picture)).text)).toBe("1");
    expect(runs((await see(none.picture)).text)).toBe("0");
    expect(runs((await see(theirs.picture)).text)).toBe("1");
    const hers = and(eq(project_people.user_id, ada.user_id), eq(project_people.project_id, "two"));
    await db.execute(sql`delete from members where user_id = ${ada.user_id} and project_id = 'two'`);
    expect(await db.$count(project_people, hers)).toBe(0);
    expect(runs((await see(picture)).text)).toBe("1");
    udt.clock.turn(KEPT_MS);
    expect(runs((await see(picture)).text)).toBe("0");
    // Who may not sign in shows nothing to anybody.
    await db.update(users).set({ state: "disabled" }).where(eq(users.user_id, bob.user_id));
    udt.clock.turn(KEPT_MS);
    expect(await see(theirs.picture)).toMatchObject({ status: 404, code: "board_image_not_found" });
    await db.update(users).set({ state: "approved" }).where(eq(users.user_id, bob.user_id));
  });

  it("are gone once they are revoked or have expired, and nobody's but their maker's", async () => {
    const { picture, image_id } = await make(ada);
    const list = async (as: Person) => (await udt.ok(ENDPOINTS.qualityImageList, { as })).list;
    expect((await list(ada))[0]).toMatchObject({ image_id, name: "Shop <nightly>", days: "7", time_zone: "UTC" });
    expect((await list(bob)).map((one) => one.image_id)).not.toContain(image_id);
    const revoke = (as: Person) => udt.call(ENDPOINTS.qualityImageRevoke, { as, params: { image_id } });
    expect((await revoke(bob)).code).toBe("board_image_not_found");
    expect((await see(picture)).status).toBe(200);
    expect((await revoke(ada)).ret).toBe(0);
    // At once, whatever was counted lately.
    expect(await see(picture)).toMatchObject({ status: 404, code: "board_image_not_found" });
    const brief = await make(ada, { valid_days: 1 });
    udt.clock.turn(DAY_MS);
    expect((await see(brief.picture)).status).toBe(404);
    for (const wrong of ["unknown.svg", brief.picture.replace(".svg", ""), "..svg", "a b.svg"])
      expect((await see(wrong)).status).toBe(404);
  });

  it("are so many at most, and asked for so often", async () => {
    const carol = await udt.person("carol");
    const all = await Promise.all(
      Array.from({ length: LIMITS.board_images_max + 2 }, () =>
        udt.call(ENDPOINTS.qualityImageCreate, { as: carol, body: { name: "x", days: "7", valid_days: 1 } }),
      ),
    );
    expect(all.filter(({ ret }) => ret === 0)).toHaveLength(LIMITS.board_images_max);
    expect(all.filter(({ code }) => code === "board_image_limit")).toHaveLength(2);
    const { picture } = await make(ada);
    const answers = await Promise.all(Array.from({ length: 121 }, () => see(picture)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    expect(answers.filter(({ status, code }) => status === 429 && code === "too_many_attempts")).toHaveLength(1);
    udt.clock.turn(60_000);
    expect((await see(picture)).status).toBe(200);
  });
});
