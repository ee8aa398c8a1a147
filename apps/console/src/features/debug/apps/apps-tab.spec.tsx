// @vitest-environment happy-dom
import type { App } from "@udt/contract";
import { act, type ReactNode } from "react";
import { beforeAll, expect, it, vi } from "vitest";
import { button, field, fill, press, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { dropOn } from "../drop.fixture.ts";
import { showIn } from "../page.fixture.tsx";
import { answering } from "../server.fixture.ts";
import { sessionOf } from "../session.fixture.ts";
import { Tabs } from "../tabs/tabs.tsx";
import en from "../texts/en.ts";
import { createStore, useStore } from "../../../lib/streams/index.ts";
import type { Upload } from "../../../lib/uploads/index.ts";
import { AppsTab } from "./apps-tab.tsx";

const uploads = createStore<Upload[]>([]);
vi.mock("../../../lib/uploads/upload-store.ts", async (original) => ({
  ...(await original<object>()),
  useUploads: () => useStore(uploads),
}));

beforeAll(() => loadTexts("debug", "common", "words", "errors", "refusals", "uploads"));

const on = (package_name: string, running = false) => {
  const version = { version_name: "1", version_code: 1 };
  return { package_name, ...version, system: false, running, foreground: running };
};
const shop: App = {
  app_id: "1",
  file_name: "shop.apk",
  name: "Shop",
  names: {},
  package_name: "a.shop",
  version_name: "2",
  version_code: 2,
  build: "2",
  min_os_version: "21",
  os: "android",
  kind: "apk",
  abis: [],
  size_bytes: 1,
  md5: "",
  icon: "",
  user_name: "me",
  created_at: 1,
};
const app = (more: Partial<App>): App => ({ ...shop, ...more });
const installed = { app_name: "Shop", percent: 0, reason: null, updated_at: 1, app_id: "1", install_id: "i" };
const answers = (apps: object[], device: object[], installs: object[] = []) => ({
  "/v1/api/apps": { data: { list: apps, total: apps.length, page_num: 1, page_size: 100 } },
  "/app/install": { data: { list: installs } },
  "/app/list": { data: { list: device } },
});
const rows = () =>
  [...document.querySelectorAll<HTMLElement>("[data-package]")].map(({ dataset }) => [
    dataset["package"],
    dataset["app"],
  ]);
const isStop = ({ call }: { call: string }) => call.endsWith("/app/stop");
const isReading = ({ call }: { call: string }) => call.endsWith("/app/list");

it("shows an app once, by its name, and tells what is installed from what can be", async () => {
  const apps = [app({}), app({ app_id: "0", version_code: 1 }), app({ package_name: "a.new", name: "New" })];
  answering(answers(apps, [on("a.shop")]));
  await showIn(sessionOf(), <AppsTab />);
  await vi.waitFor(() =>
    expect(rows()).toEqual([
      ["a.shop", "installed"],
      ["a.new", "absent"],
    ]),
  );
  expect(document.querySelector("[data-package='a.shop'] strong")?.textContent).toBe("Shop");
  expect(document.querySelector("[data-package='a.shop'] .udt-secondary")?.textContent).toBe("a.shop · 1 (1)");
  expect(document.querySelector("[data-package='a.shop'] .udt-pill")?.textContent).toBe(en.apps.installed);
  const offered = (name: string) =>
    [...document.querySelectorAll(`[data-package='${name}'] .udt-button`)].map(({ textContent }) => textContent.trim());
  expect(offered("a.shop")).toEqual([en.apps.open, en.apps.update]);
  expect(offered("a.new")).toEqual([en.apps.install]);
});

const buttonsOf = (name: string) =>
  [...document.querySelectorAll(`[data-package='${name}'] button`)].map(({ textContent }) => textContent.trim());

it("offers no installation of what may be there, until the device has said what is", async () => {
  const { "/app/list": _, ...others } = answers([app({})], []);
  answering(others);
  await showIn(sessionOf(), <AppsTab />);
  await vi.waitFor(() => expect(rows()).toEqual([["a.shop", "absent"]]));
  expect(buttonsOf("a.shop")).toEqual([]);
});

it("is under way from the press on, in the words of what begins", async () => {
  const replies = answers([app({})], []);
  answering(replies);
  await showIn(sessionOf(), <AppsTab />);
  await vi.waitFor(() => expect(buttonsOf("a.shop")).toEqual([en.apps.install]));
  answering({});
  await press(button(en.apps.install));
  await vi.waitFor(() => expect(rows()).toEqual([["a.shop", "under_way"]]));
  expect(buttonsOf("a.shop")).toEqual([]);
  expect(shownText()).toContain(en.install.state.download_started);
});

it.each([
  ["installing", [], "under_way", en.install.state.installing],
  ["installed", [on("a.shop")], "installed", en.apps.installed],
  ["installed", [on("a.shop", true)], "running", en.apps.running],
  ["install_failed", [on("a.shop")], "failed", en.install.state.install_failed],
])("has one row of an app that is %s", async (state, device, shown, words) => {
  const of = { test_id: "t", device_id: "d", package_name: "a.shop" };
  answering(answers([app({})], device, [{ ...installed, ...of, state }]));
  await showIn(sessionOf(), <AppsTab />);
  await vi.waitFor(() => expect(rows()).toEqual([["a.shop", shown]]));
  expect(shownText()).toContain(words);
});

it("shows what is on the device by its package, and by its name once the device has told it", async () => {
  const pending = { data: { list: [on("a.z"), on("a.b")], names_pending: true } };
  const replies: Record<string, { data: unknown }> = { ...answers([], []), "/app/list": pending };
  const asked = answering(replies);
  await showIn(sessionOf(), <AppsTab />);
  const names = () => [...document.querySelectorAll(".dbg-list > li strong")].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(names()).toEqual(["a.b", "a.z"]));
  replies["/app/list"] = {
    data: {
      list: [
        { ...on("a.z"), name: "Anton" },
        { ...on("a.b"), name: "Berta" },
      ],
    },
  };
  await vi.waitFor(() => expect(names()).toEqual(["Anton", "Berta"]), { timeout: 10_000 });
  expect(document.querySelector("[data-package='a.b'] .udt-secondary")?.textContent).toBe("a.b · 1 (1)");
  expect(button(`${en.apps.open}: Berta`)).toBeDefined();
  expect(asked.filter(isReading)).toHaveLength(2);
  await fill(field(en.apps.search), "bert");
  await vi.waitFor(() => expect(names()).toEqual(["Berta"]));
  await fill(field(en.apps.search), "a.z");
  await vi.waitFor(() => expect(names()).toEqual(["Anton"]));
});

it("stops an app that did not run when the list was read", async () => {
  const asked = answering(answers([], [on("a.b")]));
  await showIn(sessionOf(), <AppsTab />);
  await vi.waitFor(() => expect(shownText()).toContain("a.b"));
  await press(button(`${en.apps.stop}: a.b`));
  expect(asked.filter(isStop).map(({ body }) => body)).toEqual([{ package_name: "a.b" }]);
});

it("reads what runs again for who comes back to the tab", async () => {
  const asked = answering(answers([], [on("a.b")]));
  const tab = (key: string, content: ReactNode) => ({ key, label: key, content });
  await showIn(sessionOf(), <Tabs label="tools" tabs={[tab("apps", <AppsTab />), tab("other", "")]} />);
  await vi.waitFor(() => expect(shownText()).toContain("a.b"));
  expect(asked.filter(isReading)).toHaveLength(1);
  await press(button("other"));
  expect(asked.filter(isReading)).toHaveLength(1);
  await press(button("apps"));
  await vi.waitFor(() => expect(asked.filter(isReading)).toHaveLength(2));
});

it("has one row of an upload from its beginning on, which becomes its app's in its place", async () => {
  answering(answers([app({ package_name: "a.old", name: "Old" })], [on("a.old", true)]));
  await showIn(sessionOf(), <AppsTab />);
  const names = () => [...document.querySelectorAll(".dbg-list > li strong")].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(names()).toEqual(["Old"]));
  const under = { key: 1, project: "demo", file_name: "new.apk", size_bytes: 1, speed: 0 };
  const progress = { step: "chunks", done_bytes: 0, instant: false, retrying: false } as const;
  await act(async () => uploads.set([{ ...under, progress, state: { name: "running" } }]));
  expect(names()).toEqual(["new.apk", "Old"]);
  const done = {
    name: "done",
    app: app({ app_id: "2", package_name: "a.new", name: "New" }),
    instant: false,
    icon_failed: false,
  };
  await act(async () => uploads.set([{ ...under, progress, state: done as Upload["state"] }]));
  expect(names()).toEqual(["New", "Old"]);
});

it("says that a folder is not taken", async () => {
  answering(answers([], []));
  await showIn(sessionOf(), <AppsTab />);
  await dropOn(document.querySelector<HTMLElement>(".dbg-apps") ?? expect.fail("no tab"), { folders: ["builds"] });
  expect(shownText()).toContain(en.apps.no_folders.replace("{names}", "builds"));
});
