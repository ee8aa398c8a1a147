import type { ScriptEntry } from "@udt/contract";
import { beforeEach, describe, expect, it } from "vitest";
import { Workspace, type Doc } from "./workspace.ts";

const entry = (path: string): ScriptEntry => ({ path, kind: "file", size_bytes: 1 });
const commit = (commit_id: string, ...paths: string[]) => ({ commit_id, entries: paths.map(entry) });

/** A text whose versions are the texts themselves, as an editor's after undoing. */
class Text implements Doc {
  readonly #versions: string[] = [];
  #text = "";
  path = "";
  isOver = false;
  constructor(text: string) {
    this.replace(text);
  }
  text = () => this.#text;
  version = () => this.#versions.indexOf(this.#text);
  replace(text: string): void {
    if (!this.#versions.includes(text)) this.#versions.push(text);
    this.#text = text;
  }
  renamed(path: string): void {
    this.path = path;
  }
  dispose(): void {
    this.isOver = true;
  }
}

let workspace: Workspace<Text>;
let doc: Text;
const type = (path: string, text: string) => {
  workspace.docOf(path)?.replace(text);
  workspace.touched(path);
};
const paths = () => workspace.seen().entries.map(({ path }) => path);

beforeEach(() => {
  workspace = new Workspace(commit("one", "a.ts", "b.ts", "lib/c.ts"));
  doc = new Text("a");
  workspace.opened("a.ts", doc);
});

describe("what is edited", () => {
  it("is what differs from the commit, and no more once it is undone", () => {
    let told = 0;
    workspace.subscribe(() => told++);
    type("a.ts", "b");
    type("a.ts", "c");
    expect(told).toBe(1);
    expect(workspace.seen()).toMatchObject({ changes: 1, changed: new Set(["a.ts"]) });
    expect(workspace.changes()).toEqual([{ change: "write", path: "a.ts", text: "c" }]);
    type("a.ts", "a");
    expect([workspace.changes(), workspace.seen().changes]).toEqual([[], 0]);
  });

  it("may be of a file that was not listed, which is none that is new", () => {
    workspace.revealed(entry("hidden.ts"));
    expect(paths()).toEqual(["a.ts", "b.ts", "lib/c.ts", "hidden.ts"]);
    expect(workspace.isFree("hidden.ts")).toBe(false);
    workspace.opened("hidden.ts", new Text("h"));
    type("hidden.ts", "more");
    expect(workspace.changes()).toEqual([{ change: "write", path: "hidden.ts", text: "more" }]);
  });

  it("may be new, renamed and deleted, and taken back", () => {
    workspace.added("new.ts", new Text("new"));
    workspace.rename("b.ts", "lib/b.ts");
    workspace.rename("a.ts", "z.ts");
    workspace.delete("lib/c.ts");
    expect(paths().toSorted()).toEqual(["lib/b.ts", "new.ts", "z.ts"]);
    expect(workspace.changes()).toEqual([
      { change: "delete", path: "lib/c.ts" },
      { change: "write", path: "new.ts", text: "new", is_new: true },
      { change: "rename", path: "lib/b.ts", old_path: "b.ts", text: null },
      { change: "rename", path: "z.ts", old_path: "a.ts", text: "a" },
    ]);
    expect(doc.path).toBe("z.ts");
    expect(["lib", "z.ts", "z.ts/x", "free.ts"].map((path) => workspace.isFree(path))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(["new.ts", "lib/b.ts", "z.ts", "lib/c.ts"].map((path) => workspace.discard(path))).toEqual([
      undefined,
      "b.ts",
      "a.ts",
      "lib/c.ts",
    ]);
    expect(workspace.changes()).toEqual([]);
    expect(paths()).toEqual(["a.ts", "b.ts", "lib/c.ts"]);
  });

  it("is taken back by the path that a renamed file had, too", () => {
    type("a.ts", "mine");
    workspace.rename("a.ts", "z.ts");
    expect(workspace.discard("a.ts")).toBe("a.ts");
    expect([workspace.changes(), paths()]).toEqual([[], ["a.ts", "b.ts", "lib/c.ts"]]);
  });

  it("is a change, not a new file, where a deleted one is made again", () => {
    workspace.delete("a.ts");
    expect(doc.isOver).toBe(true);
    workspace.added("a.ts", new Text("again"));
    expect(workspace.changes()).toEqual([{ change: "write", path: "a.ts", text: "again" }]);
    expect(paths()).toHaveLength(3);
  });

  it("is the commit's once it is saved", () => {
    type("a.ts", "b");
    workspace.rename("a.ts", "z.ts");
    workspace.delete("b.ts");
    workspace.saved(commit("two", "lib/c.ts", "z.ts"), workspace.versions());
    expect([workspace.commit_id, workspace.changes(), paths()]).toEqual(["two", [], ["lib/c.ts", "z.ts"]]);
    type("z.ts", "c");
    expect(workspace.changes()).toEqual([{ change: "write", path: "z.ts", text: "c" }]);
  });

  it("is not the commit's where it was typed while it was saved", () => {
    type("a.ts", "sent");
    const sent = workspace.versions();
    type("a.ts", "sent and more");
    workspace.saved(commit("two", "a.ts", "b.ts", "lib/c.ts"), sent);
    expect(workspace.changes()).toEqual([{ change: "write", path: "a.ts", text: "sent and more" }]);
    type("a.ts", "sent");
    expect(workspace.changes()).toEqual([]);
  });
});

describe("a newer commit", () => {
  it("changes the texts that were the commit's, and none that is edited", () => {
    const mine = new Text("b");
    workspace.opened("b.ts", mine);
    type("b.ts", "mine");
    expect(workspace.cleanPaths()).toEqual(["a.ts"]);
    workspace.moveTo(commit("two", "a.ts", "b.ts", "d.ts"), new Map([["a.ts", "theirs"]]));
    expect([doc.text(), mine.text()]).toEqual(["theirs", "mine"]);
    expect(workspace.changes()).toEqual([{ change: "write", path: "b.ts", text: "mine" }]);
    expect(paths()).toEqual(["a.ts", "b.ts", "d.ts"]);
  });

  it("takes files away, but for those that are edited, which are new then", () => {
    const mine = new Text("b");
    workspace.opened("b.ts", mine);
    type("b.ts", "mine");
    workspace.delete("lib/c.ts");
    workspace.moveTo(commit("two"), new Map([["a.ts", null]]));
    expect(doc.isOver).toBe(true);
    expect(paths()).toEqual(["b.ts"]);
    expect(workspace.changes()).toEqual([{ change: "write", path: "b.ts", text: "mine", is_new: true }]);
    expect(workspace.basePath("b.ts")).toBeUndefined();
  });

  it("leaves a contested file changed, also where undoing brings back what was read", () => {
    type("a.ts", "mine");
    workspace.moveTo(commit("two", "a.ts"), new Map(), new Set(["a.ts"]));
    type("a.ts", "a");
    expect(workspace.changes()).toEqual([{ change: "write", path: "a.ts", text: "a" }]);
  });
});
