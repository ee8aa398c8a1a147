import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Client } from "@udt/client";
import { ENDPOINTS } from "@udt/contract";
import { openBrowser, startUdt, until, type Udt } from "@udt/testkit";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { enter } from "./console-pages.ts";
import { look, looks, narrowed, visit } from "./look.ts";
import { OwnGit } from "./own-git.ts";

const query = { project: "demo" };
let git: OwnGit;
let page: Page;
let udt: Udt;
let browser: BrowserContext;
let client: Client;

beforeAll(async () => {
  browser = await openBrowser();
  page = browser.pages()[0] ?? (await browser.newPage());
  udt = await startUdt({ phones: 0 });
  client = await udt.signIn();
  git = await OwnGit.start(client, udt.admin.password);
  await enter(page, udt);
});
afterAll(async () => {
  await browser?.close();
  await udt?.stop();
  git?.dispose();
});

const file = (name: string) => page.getByRole("tree").getByText(name, { exact: true });
const code = () => page.locator(".edit-code .monaco-editor");
const lines = () => page.locator(".edit-code .view-lines");
const save = () => page.getByRole("button", { name: "Save", exact: true });
const dialog = () => page.getByRole("dialog");
/** Opens a file, and waits until it can be typed in. */
async function open(name: string, text: string): Promise<void> {
  await file(name).click();
  // The first is shown once the largest part of the console has come.
  await lines().getByText(text).first().click({ timeout: 120_000 });
  await page.locator(".edit-code .monaco-editor.focused").waitFor();
}

describe("the script editor", { timeout: 180_000 }, () => {
  let repo_id: string;
  let place: string;
  let count = 0;
  const at = () => ({ params: { repo_id }, query });
  const text = async (path: string) =>
    (await client.call(ENDPOINTS.scriptFile, { params: { repo_id }, query: { ...query, path } })).text;

  beforeEach(async () => {
    const body = { name: `Cart ${++count}`, template: "typescript" } as const;
    const made = await client.call(ENDPOINTS.scriptCreate, { query, body });
    ({ repo_id } = made);
    place = `cart-${count}`;
    git.clone(made.clone_url, place);
    await page.goto(`${udt.url}/demo/auto/script-manage/${repo_id}/files`);
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    // The page that was left has a tree of the same files, and choosing one of those would keep it.
    await page.waitForURL(/\/script-edit\//);
    await file("README.md").waitFor();
  });

  it("saves what is typed as a commit that git has, and follows what others push", async () => {
    await open("device.test.ts", "import");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// 购物车 first\n");
    await page.getByText("1 unsaved change", { exact: true }).waitFor();
    await page.getByRole("button", { name: "New file" }).click();
    await dialog().getByLabel("Path").fill("../cart.py");
    await dialog().getByText("A path such as").waitFor();
    await dialog().getByLabel("Path").fill("tests/device.test.ts");
    await dialog().getByText("Something is there already.").waitFor();
    await dialog().getByLabel("Path").fill("lib/cart.py");
    await page.keyboard.press("Enter");
    await page.locator(".edit-code .monaco-editor.focused").waitFor();
    await page.keyboard.type("class Cart:");
    await page.locator(".edit-status").getByText("Python").waitFor();
    await page.keyboard.press("Control+s");
    await dialog().getByLabel("What was changed").fill("Begin with the cart");
    await page.keyboard.press("Control+s");
    await page.getByText("Saved as commit").waitFor();
    git.run(place, "pull", "--quiet");
    expect(git.run(place, "log", "-1", "--format=%an %s")).toMatch(/ Begin with the cart\n$/);
    expect(git.run(place, "show", "--name-status", "--format=", "HEAD")).toBe(
      "A\tlib/cart.py\nM\ttests/device.test.ts\n",
    );
    expect(readFileSync(join(git.folder, place, "tests/device.test.ts"), "utf8")).toMatch(/^\/\/ 购物车 first\nimport/);

    // Nothing is unsaved: the page goes along with what others push.
    git.push(place, { "lib/cart.py": "class Basket:\n    pass\n" }, "Call it a basket");
    await lines().getByText("Basket").waitFor();
    await page.getByRole("link", { name: "Back to the repository" }).click();
    await page.getByRole("navigation").getByRole("link", { name: "History", exact: true }).click();
    await page.getByRole("button", { name: "Begin with the cart" }).waitFor();
  });

  it("renames and deletes files, and takes back what is regretted", async () => {
    await open("step.ts", "export");
    await page.getByRole("button", { name: "Rename lib/step.ts" }).click();
    await dialog().getByLabel("Path").fill("lib/steps.ts");
    await page.keyboard.press("Enter");
    await file("steps.ts").waitFor();
    await open("README.md", "Scripts");
    await page.getByRole("button", { name: "Delete README.md" }).click();
    await open("adb.ts", "import");
    await page.getByRole("button", { name: "Delete lib/adb.ts" }).click();
    await page.getByText("3 unsaved changes").waitFor();
    await save().click();
    await dialog().getByRole("button", { name: "Take back what was done to README.md" }).click();
    await dialog().getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved as commit").first().waitFor();
    git.run(place, "pull", "--quiet");
    expect(git.run(place, "show", "--name-status", "--format=", "HEAD")).toBe(
      "D\tlib/adb.ts\nR100\tlib/step.ts\tlib/steps.ts\n",
    );
    expect(git.run(place, "log", "-1", "--format=%s")).toBe("Change 2 files\n");
  });

  it("tells that another changed the same file, and loses neither", async () => {
    await open("README.md", "Scripts");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("mine ");
    await open("step.ts", "export");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("// mine\n");
    const pushed = { "README.md": "theirs\n", "lib/step.ts": "// theirs\n", "lib/new.ts": "export {};\n" };
    git.push(place, pushed, "Theirs");
    await page.getByText("This branch has newer commits").waitFor();
    await save().click();
    await dialog().getByRole("button", { name: "Save", exact: true }).click();
    await dialog().getByText("Somebody else changed the same files").waitFor();
    await dialog()
      .getByText(/^Anna saved commit [0-9a-f]{7} meanwhile/)
      .waitFor();
    expect(await text("README.md")).toBe("theirs\n");
    const [theirs, mine] = [".original", ".modified"].map((side) => dialog().locator(`.edit-compare ${side}`));
    await theirs!.getByText("theirs").waitFor();
    await mine!.getByText("mine # Scripts").waitFor();
    await dialog().getByRole("button", { name: "Keep yours" }).click();
    await theirs!.getByText("// theirs").waitFor();
    await dialog().getByRole("button", { name: "Take theirs" }).click();
    await dialog().getByRole("button", { name: "Go on to save" }).click();
    await dialog().getByRole("list", { name: "Changed files" }).getByText("README.md").waitFor();
    expect(await dialog().getByText("lib/step.ts").count()).toBe(0);
    await dialog().getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved as commit").first().waitFor();
    expect(await text("README.md")).toMatch(/^mine # Scripts/);
    expect(await text("lib/step.ts")).toBe("// theirs\n");
    expect(await text("lib/new.ts")).toBe("export {};\n");
    await lines().getByText("// theirs").waitFor();
    const { list } = await client.call(ENDPOINTS.scriptCommits, at());
    expect(list.map(({ subject }) => subject)).toEqual(["Change README.md", "Theirs", "Begin"]);
  });

  it("asks before what is not saved is left, and lets the keyboard out of the text", async () => {
    await open("README.md", "Scripts");
    await page.keyboard.type("unsaved");
    await page.getByRole("link", { name: "Back to the repository" }).click();
    await dialog().getByText("Unsaved changes").waitFor();
    await dialog().getByRole("button", { name: "Stay" }).click();
    await lines().getByText("unsaved").waitFor();
    await code().click();
    await page.keyboard.press("Control+m");
    await page.getByRole("button", { name: "Tab moves the focus on (Ctrl+M)" }).waitFor();
    await page.keyboard.press("Tab");
    await until("the focus has left the text", () =>
      page.evaluate(() => document.activeElement?.closest(".monaco-editor") === null),
    );
    await page.getByRole("link", { name: "Back to the repository" }).click();
    await dialog().getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: `Cart ${count}` }).waitFor();
    expect(await text("README.md")).not.toContain("unsaved");
  });

  it("asks before another branch is gone to, by the choice of branches and by the browser's Back", async () => {
    const branch = (name: string) => page.getByRole("button", { name: `Branch ${name}` });
    git.run(place, "switch", "--quiet", "--create", "next");
    git.run(place, "push", "--quiet", "--set-upstream", "origin", "next");
    await page.reload();
    await branch("main").click();
    await page.getByRole("menuitem", { name: "next" }).click();
    await branch("next").waitFor();
    await open("README.md", "Scripts");
    await page.keyboard.type("unsaved");
    await page.goBack();
    await dialog().getByRole("button", { name: "Stay" }).click();
    await lines().getByText("unsaved").waitFor();
    await branch("next").click();
    await page.getByRole("menuitem", { name: "main" }).click();
    await dialog().getByRole("button", { name: "Leave" }).click();
    await branch("main").waitFor();
    await file("README.md").click();
    await lines().getByText("Scripts").first().waitFor();
    expect(await lines().getByText("unsaved").count()).toBe(0);
  });

  it("tells who else has the file open, and closes when its repository is deleted", async () => {
    await open("README.md", "Scripts");
    const other = await browser.newPage();
    await other.goto(`${udt.url}/demo/script-edit/${repo_id}?path=README.md`);
    await other.locator(".edit-code .view-lines").getByText("Scripts").first().click();
    const note = page.locator(".edit-note");
    await note.getByText("You, in another window: also at this file.").waitFor();
    await other.keyboard.type("theirs");
    await note.getByText("You, in another window: changing this file, and has not saved.").waitFor();
    await page.getByRole("listitem", { name: "You, in another window, changing README.md" }).waitFor();
    // A page that is left says so: else it would stand there beside itself once it is back.
    other.on("dialog", (asked) => asked.accept());
    await other.reload();
    await note.getByText("You, in another window: also at this file.").waitFor();
    expect(await page.getByRole("listitem", { name: /^You, in another window/ }).count()).toBe(1);
    await other.close();
    await note.waitFor({ state: "detached" });

    await code().click();
    await page.keyboard.type("mine");
    await client.call(ENDPOINTS.scriptDelete, at());
    await note.getByText("Editor closed: this repository has been deleted.").waitFor();
    await lines().getByText("mine").waitFor();
    expect(await save().count()).toBe(0);
  });

  it("is read on a phone, which is said to be too small to edit", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText("Editing wants a larger screen").waitFor();
    await file("adb.ts").click();
    await lines().getByText("import").first().waitFor();
    expect(await save().count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
});

describe("a file of low-code steps", { timeout: 180_000 }, () => {
  /** What is offered by itself is not offered to who types faster than the editor colours its lines. */
  const take = async (name: string) => {
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-widget.visible").getByText(name, { exact: true }).waitFor();
    await page.keyboard.press("Enter");
  };
  const status = () => page.locator(".edit-status");
  /** To its end: what follows it is the line break that ends the file. */
  const toLastLine = async () => {
    for (const key of ["Control+End", "ArrowUp", "End"]) await page.keyboard.press(key);
  };

  it("is completed as it is typed, and told what is wrong with its lines", async () => {
    const body = { name: "Steps", template: "low_code" } as const;
    const { repo_id } = await client.call(ENDPOINTS.scriptCreate, { query, body });
    await page.goto(`${udt.url}/demo/script-edit/${repo_id}?path=cases/device.yaml`);
    await lines().getByText("low_code").click();
    await page.locator(".edit-code .monaco-editor.focused").waitFor();
    await status().getByText("No problems").waitFor();

    // A step is offered with all that it needs; its empty locator is no locator yet.
    await toLastLine();
    await page.keyboard.type("\n- ta");
    await take("tap");
    await page.keyboard.type("menu");
    const told = page.locator(".marker-widget").getByText("cases[0].steps[2].locator needs");
    await until("the locator is told to be empty", async () => {
      await status().getByText("1 problem (F8)").click();
      return told.isVisible();
    });
    await page.keyboard.press("Escape");
    await toLastLine();
    await page.keyboard.type("\ndesc");
    await take("description");
    await page.keyboard.type("Menu");
    await status().getByText("No problems").waitFor();
    await page.keyboard.press("Control+s");
    await dialog().getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved as commit").first().waitFor();
    const { text } = await client.call(ENDPOINTS.scriptFile, {
      params: { repo_id },
      query: { ...query, path: "cases/device.yaml" },
    });
    const step = ["id: menu", "action: tap", "locator:", "  by: ui", "  description: Menu"];
    expect(text).toContain(`\n      - ${step.join("\n        ")}\n`);
  });
});

describe.each(looks)("the script editor in $language", { timeout: 240_000 }, (dress) => {
  it("is whole: its files and their text, what is saved, and a conflict", async () => {
    const { list } = await client.call(ENDPOINTS.scriptList, { query: { ...query, keyword: "商店 Shop" } });
    const body = { name: "商店 Shop", template: "typescript" } as const;
    const { repo_id } = list[0] ?? (await client.call(ENDPOINTS.scriptCreate, { query, body }));
    await visit(page, dress, `${udt.url}/demo/script-edit/${repo_id}?path=lib/step.ts`);
    await lines().getByText("export").first().waitFor();
    await page.locator(".edit-code .monaco-editor.focused").waitFor();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type(`// ${dress.language}\n`);
    await look("script-edit", dress, page);
    await page.locator(".edit-head .ant-btn-primary").click();
    await dialog().locator("form").waitFor();
    await look("script-save", narrowed(dress), page);
    const params = { repo_id };
    const { commit_id } = await client.call(ENDPOINTS.scriptTree, { params, query });
    const others = {
      change: "write",
      path: "lib/step.ts",
      text: `// ${dress.language} by others\nexport {};\n`,
    } as const;
    const saved = { base_commit_id: commit_id, message: "Others", changes: [others] };
    await client.call(ENDPOINTS.scriptSave, { params, query, body: saved });
    await dialog().locator(".ant-btn-primary").click();
    await dialog().locator(".edit-compare .modified .view-line").first().waitFor();
    await look("script-conflict", dress, page);
    await dialog().locator(".edit-sides button").first().click();
    await dialog().locator(".ant-btn-primary").click();
    await dialog().locator("form").waitFor();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
  });
});
