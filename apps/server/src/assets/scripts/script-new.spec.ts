import { ENDPOINTS, type BodyInputOf } from "@udt/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { onEachDatabase } from "../../../test/databases.ts";
import { ScriptScene } from "../../../test/script-scene.ts";

type Save = BodyInputOf<(typeof ENDPOINTS)["scriptSave"]>;

onEachDatabase("saves of what is new", (open) => {
  let scene: ScriptScene;
  let base: string;
  beforeAll(async () => {
    scene = await ScriptScene.start(open);
  });
  afterAll(() => scene.dispose());
  beforeEach(async () => {
    await scene.next();
    base = await scene.newest();
  });

  const at = (more: object = {}) => {
    const { member: as, project, repository } = scene;
    return { as, params: { repo_id: repository.repo_id }, query: { project, ...more } };
  };
  const wish = (changes: Save["changes"], more: Partial<Save> = {}) => {
    const body = { message: "Save", changes, base_commit_id: base, ...more };
    return { ...at(), body };
  };
  const text = async (path: string, more: object = {}) =>
    (await scene.udt.ok(ENDPOINTS.scriptFile, at({ path, ...more }))).text;

  it("of a new file put none over one that is there, also when the page could not know of it", async () => {
    const isNew = { change: "write", path: "lib/step.ts", text: "// mine\n", is_new: true } as const;
    for (const change of [isNew, { change: "rename", old_path: "README.md", path: "lib/step.ts" } as const]) {
      const { data } = await scene.udt.refused(ENDPOINTS.scriptSave, wish([change]), "script_path_taken");
      expect(data).toMatchObject({ args: { path: "lib/step.ts" } });
    }
    expect(await text("lib/step.ts")).not.toBe("// mine\n");
    // To say it twice is to save it once, as ever.
    const added = { ...isNew, path: "lib/new.ts" };
    const { commit_id } = await scene.udt.ok(ENDPOINTS.scriptSave, wish([added]));
    expect((await scene.udt.ok(ENDPOINTS.scriptSave, wish([added]))).commit_id).toBe(commit_id);
    const place = await scene.clone("new");
    const others = await scene.anna.commit(place, { "lib/others.ts": "// theirs\n" });
    await scene.anna.ok(place, "push", "--quiet");
    const late = wish([{ ...isNew, path: "lib/others.ts" }]);
    const { data } = await scene.udt.refused(ENDPOINTS.scriptSave, late, "script_file_changed");
    expect(data).toMatchObject({ args: { commit_id: others } });
    expect(await text("lib/others.ts")).toBe("// theirs\n");
  });

  it("make a branch for themselves, on top of what was read", async () => {
    const place = await scene.clone("branches");
    await scene.anna.commit(place, { "README.md": "theirs\n" });
    await scene.anna.ok(place, "push", "--quiet");
    const mine = wish([{ change: "write", path: "README.md", text: "mine\n" }], { new_branch: "feature/cart" });
    const { commit_id, parent_commit_id } = await scene.udt.ok(ENDPOINTS.scriptSave, mine);
    expect(parent_commit_id).toBe(base);
    expect(await scene.newest("feature/cart")).toBe(commit_id);
    expect(await text("README.md", { branch: "feature/cart" })).toBe("mine\n");
    expect(await text("README.md")).toBe("theirs\n");
    for (const new_branch of ["feature/cart", "feature", "feature/cart/more", "main"])
      await scene.udt.refused(
        ENDPOINTS.scriptSave,
        wish([{ change: "write", path: "README.md", text: "again\n" }], { new_branch }),
        "script_branch_exists",
      );
  });
});
