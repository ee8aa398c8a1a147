import type { FileEntry } from "@udt/contract";
import { describe, expect, it } from "vitest";
import { aboveOf, closed, nodeOf, NAMES_MAX, OPEN_MAX, opened, treeRows } from "./tree-rows.ts";

const folder = (name: string): FileEntry => ({
  name,
  kind: "folder",
  size_bytes: 0,
  modified_at: 0,
  mode: 0o770,
  leads_to: null,
});
const node = (...names: string[]) => ({ names, left_out: 0 });
const shown = (...given: Parameters<typeof treeRows>) =>
  treeRows(...given).map(({ path, level, isOpen }) => `${level} ${path} ${isOpen ?? "leaf"}`);

describe("the tree of folders", () => {
  it("shows what is open, and what leads to where one is though nobody may list it", () => {
    const nodes = new Map([["/sdcard", node("DCIM", "Download")]]);
    expect(shown(nodes, new Set(["/", "/sdcard"]), "/sdcard/Download")).toEqual([
      "1 / true",
      "2 /sdcard true",
      "3 /sdcard/DCIM false",
      "3 /sdcard/Download false",
    ]);
  });

  it("says of a folder without folders that there is nothing to open, and of each its place", () => {
    const nodes = new Map([
      ["/", node("a", "b")],
      ["/a", node()],
    ]);
    expect(shown(nodes, new Set(["/", "/a"]), "/")).toEqual(["1 / true", "2 /a leaf", "2 /b false"]);
    expect(treeRows(nodes, new Set(["/"]), "/")[2]).toMatchObject({ position: 2, siblings: 2 });
  });

  it("takes folders alone, and links to them, in the order of names and no more than are read", () => {
    const link: FileEntry = { ...folder("a9"), kind: "link", leads_to: "folder" };
    const file: FileEntry = { ...folder("a1"), kind: "file" };
    expect(nodeOf([folder("a10"), link, file], "en")).toEqual({ names: ["a9", "a10"], left_out: 0 });
    const many = Array.from({ length: NAMES_MAX + 3 }, (_, at) => folder(`f${at}`));
    expect(nodeOf(many, "en")).toMatchObject({ left_out: 3 });
    expect(nodeOf(many, "en").names).toHaveLength(NAMES_MAX);
  });

  it("keeps a bounded number open, and never closes what leads to where one is", () => {
    let open: ReadonlySet<string> = new Set(["/", "/sdcard"]);
    for (let at = 0; at < OPEN_MAX * 2; at++) open = opened(open, `/d${at}`, "/sdcard/x");
    expect(open.size).toBe(OPEN_MAX);
    expect(open.has("/") && open.has("/sdcard") && open.has(`/d${OPEN_MAX * 2 - 1}`)).toBe(true);
    expect(open.has("/d0")).toBe(false);
  });

  it("closes what is below with what is closed", () => {
    expect([...closed(new Set(["/", "/a", "/a/b", "/ab"]), "/a")]).toEqual(["/", "/ab"]);
  });

  it("knows what leads to a path", () => {
    expect(aboveOf("/a/b c/d")).toEqual(["/", "/a", "/a/b c"]);
    expect(aboveOf("/")).toEqual([]);
  });
});
