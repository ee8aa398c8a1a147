import { execFileSync } from "node:child_process";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import { ENDPOINTS } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { embedded } from "../../../test/databases.ts";
import type { Person } from "../../../test/harness.ts";
import { ScriptScene as Scene } from "../../../test/script-scene.ts";
import { ScriptFiles } from "./script-files.ts";

const AT_ONCE = 4;
const WAITING_EACH = 8;

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.start(embedded);
});
afterAll(() => scene.dispose());
beforeEach(() => scene.next());

const look = (as: Person, path = "") => {
  const params = { repo_id: scene.repository.repo_id };
  return scene.udt.call(ENDPOINTS.scriptCommits, { as, params, query: { ...scene.query, path } });
};

it("is looked through for few at a time, and for others while one person asks for much", async () => {
  // Git waits there for whoever writes into it.
  const pipe = join(scene.folder, "packed-refs");
  execFileSync("mkfifo", [pipe]);
  const much = Array.from({ length: AT_ONCE + WAITING_EACH + 1 }, () => look(scene.member));
  expect(await Promise.race(much)).toMatchObject({ code: "reading_busy" });
  const other = look(scene.owner);
  const writing = await open(pipe, "r+");
  await rm(pipe);
  await writing.close();
  expect(await other).toMatchObject({ ret: 0, data: { total: 1, list: [{ subject: "Begin" }] } });
  const found = (await Promise.all(much)).filter(({ ret }) => ret === 0);
  expect(found).toHaveLength(AT_ONCE + WAITING_EACH);
});

it("is looked through no further once whoever asked has left", async () => {
  const leave = new AbortController();
  const files = new ScriptFiles(scene.folder).until(leave.signal);
  const commit_id = await scene.newest();
  const whole = { page_num: 1, page_size: 20 };
  expect((await files.commits("main", whole)).total).toBe(1);
  const left = new Error("left");
  const asked = [files.commits("main", whole), files.commit(commit_id), files.file("main", "none")];
  leave.abort(left);
  for (const each of await Promise.allSettled(asked)) expect(each).toMatchObject({ status: "rejected", reason: left });
});
