// @vitest-environment happy-dom
import type { FileEntry } from "@udt/contract";
import { expect, it, vi } from "vitest";
import { button, press, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { useState } from "react";
import { showIn } from "../page.fixture.tsx";
import { answering } from "../server.fixture.ts";
import { sessionOf } from "../session.fixture.ts";
import { useTree } from "./use-tree.ts";

const folder = (name: string): FileEntry => ({
  name,
  kind: "folder",
  size_bytes: 0,
  modified_at: 1,
  mode: 0o755,
  leads_to: null,
});
const root = { path: "/", list: [folder("sdcard"), folder("vendor")], left_out: 0 };

/** The tree beside a list of `/sdcard`, which comes when it is asked for. */
function Tree() {
  const [list, setList] = useState<readonly FileEntry[]>();
  const { rows } = useTree("/sdcard", list);
  return (
    <>
      <button onClick={() => setList([folder("Music")])}>Read again</button>
      {rows.map(({ path }) => path).join(" ")}
    </>
  );
}

it("asks again for folders that nobody answered for, once the list has come", async () => {
  let asked = 0;
  vi.stubGlobal("fetch", () => {
    asked++;
    return Promise.reject(new TypeError("no network"));
  });
  await showIn(sessionOf(), <Tree />);
  await vi.waitFor(() => expect(asked).toBe(1));
  expect(shownText()).not.toContain("/vendor");
  answering({ "/list": { data: root } });
  await press(button("Read again"));
  await vi.waitFor(() => expect(shownText()).toContain("/vendor"));
});

it("knows of nothing in a folder that may not be listed, and asks no more", async () => {
  const asked = answering({ "/list": { code: "forbidden", status: 403 } });
  await showIn(sessionOf(), <Tree />);
  await press(button("Read again"));
  expect(asked).toHaveLength(1);
  expect(shownText()).toContain("/sdcard");
});
