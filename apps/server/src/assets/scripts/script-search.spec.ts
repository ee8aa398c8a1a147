import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { ENDPOINTS, LIMITS } from "@udt/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { ScriptScene } from "../../../test/script-scene.ts";

const LONG = `${"x".repeat(5_000)} needle ${"y".repeat(5_000)}`;

onEachDatabase("the search in script repositories", (open) => {
  let scene: ScriptScene;
  let commit_id: string;
  let place: string;
  beforeAll(async () => {
    scene = await ScriptScene.start(open);
    await scene.next();
    place = await scene.clone("search");
    await symlink("/etc/passwd", join(scene.anna.folder, place, "link"));
    commit_id = await scene.anna.commit(place, {
      "cart.py": "def adds():\n    Cart.add(1)\n\n# 购物车 Cart.add\r\nend",
      "测试/登录 用例.yaml": "- 点击：购物车\n- cart\n",
      "long.js": `\n${LONG}\n`,
      "picture.png": Buffer.from("\0Cart.add"),
      "many.txt": "many\n".repeat(LIMITS.script_search_lines_max + 5),
      "-odd:1\t.txt": "odd\n",
    });
    await scene.anna.ok(place, "push", "--quiet");
  });
  afterAll(() => scene.dispose());

  const at = (text: string, more: object = {}) => ({
    as: scene.owner,
    params: { repo_id: scene.repository.repo_id },
    query: { project: scene.project, text, ...more },
  });
  const find = (text: string, more: object = {}) => scene.udt.ok(ENDPOINTS.scriptSearch, at(text, more));
  const lines = async (text: string, more: object = {}) =>
    (await find(text, more)).files.flatMap(({ path, lines: found }) => found.map(({ line }) => `${path}:${line}`));

  it("finds a text as it stands, whatever it is made of, in whatever case", async () => {
    const { files, ...rest } = await find("cart.add");
    expect(rest).toEqual({ commit_id, lines: 2, cut_by: null });
    expect(files).toEqual([
      {
        path: "cart.py",
        lines: [
          { line: 2, column: 5, text: "    Cart.add(1)", hit_at: 4 },
          { line: 4, column: 7, text: "# 购物车 Cart.add", hit_at: 6 },
        ],
      },
    ]);
    expect(await lines("cart.add", { is_case: 1 })).toEqual([]);
    expect(await lines("购物车")).toEqual(["cart.py:4", "测试/登录 用例.yaml:1"]);
    expect(await lines("odd")).toEqual(["-odd:1\t.txt:1"]);
    for (const none of ["Cart.add(2", "root:", "-e", "--untracked", "C.*add"])
      expect(await lines(none), none).toEqual([]);
  });

  it("shows what is around a hit of a long line, and says when there are more than it shows", async () => {
    const { files } = await find("needle");
    const [hit] = files[0]?.lines ?? [];
    expect(hit?.column).toBe(5_002);
    expect(hit?.text).toHaveLength(240);
    expect(hit?.text.slice(hit.hit_at)).toMatch(/^needle y+$/);
    const many = await find("many");
    expect([many.lines, many.cut_by]).toEqual([LIMITS.script_search_lines_max, "number"]);
  });

  it("takes regular expressions, and says why it cannot take one", async () => {
    expect(await lines("^\\s+cart\\.\\w+\\(\\d\\)$", { is_regexp: 1 })).toEqual(["cart.py:2"]);
    expect(await lines("点.：", { is_regexp: 1 })).toEqual(["测试/登录 用例.yaml:1"]);
    for (const text of ["(", "[a", "*a", "(a)\\2"]) {
      const { data } = await scene.udt.refused(
        ENDPOINTS.scriptSearch,
        at(text, { is_regexp: 1 }),
        "script_search_pattern",
      );
      expect(data, text).toMatchObject({ args: { why: expect.stringMatching(/\w/) } });
    }
    // One that would try for ever is given up.
    const answer = await scene.udt.call(ENDPOINTS.scriptSearch, at("(x+x+)+z", { is_regexp: 1 }));
    expect([200, 400]).toContain(answer.status);
  });

  it("looks in one commit, and only for who may see it", async () => {
    const { parent_ids } = (
      await scene.udt.ok(ENDPOINTS.scriptCommits, { ...at(""), query: { project: scene.project } })
    ).list[0] ?? { parent_ids: [] };
    expect(await lines("needle", { commit_id: parent_ids[0] })).toEqual([]);
    await scene.udt.refused(ENDPOINTS.scriptSearch, at("x", { branch: "none" }), "script_branch_not_found");
    for (const text of ["", "a\nb", "x".repeat(LIMITS.script_search_text_max + 1)])
      await scene.udt.refused(ENDPOINTS.scriptSearch, at(text), "invalid_param");
    const stranger = await scene.udt.person("stranger");
    expect((await scene.udt.call(ENDPOINTS.scriptSearch, { ...at("x"), as: stranger })).status).toBe(403);
  });

  it("tells what it found beside a line that is too intricate, and paths that hold a line's end", async () => {
    await scene.anna.commit(place, {
      "aa.txt": "ab;\n",
      "zz.js": `${"ab".repeat(1_500)}\n`,
      "odd\nname.txt": "odd one\n",
    });
    await scene.anna.ok(place, "push", "--quiet");
    const { files, cut_by } = await find("(a|b)+[;!]", { is_regexp: 1 });
    expect([files.map(({ path }) => path), cut_by]).toEqual([["aa.txt"], "line"]);
    expect(await lines("odd one")).toEqual(["odd\nname.txt:1"]);
  });
});
