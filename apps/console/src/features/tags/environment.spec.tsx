// @vitest-environment happy-dom
import { NO_ENVIRONMENT, type EnvironmentConfig } from "@udt/contract";
import { act } from "react";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { answerFetch, button, field, fill, noteOf, press, show } from "../../lib/components/rendered.fixture.tsx";
import { environmentInWords } from "../../lib/environment/index.ts";
import { loadTexts } from "../../lib/i18n/index.ts";
import { pageOf } from "../../lib/runs.fixture.ts";
import { TagEditor } from "./tag-editor.tsx";
import { TAG } from "./tag.fixture.ts";

const nothing = { total: 0, device_total: 3, list: [], included: [], excluded: [], included_gone: 0, excluded_gone: 0 };
const tagOf = (environment: EnvironmentConfig) => ({ ...TAG, environment });
const package_of = (app_id: string, package_name: string, version_name: string, kind = "apk") => ({
  app_id,
  package_name,
  name: "Helper",
  names: {},
  version_name,
  version_code: 1,
  build: version_name,
  file_name: "helper.apk",
  min_os_version: "21",
  abis: [],
  size_bytes: 1,
  md5: "0".repeat(32),
  icon: "",
  user_name: "ada",
  created_at: 1,
  os: "android",
  kind,
});
const settled = (check: () => void) => act(() => vi.waitFor(check));
const edit = async (environment: EnvironmentConfig) => {
  const asked = answerFetch({
    "/v1/api/tags/preview": nothing,
    "/v1/api/tags/t-1": tagOf(environment),
    "/v1/api/apps": pageOf(
      package_of("a-2", "org.helper", "2.0"),
      package_of("a-1", "org.helper", "1.0"),
      package_of("a-3", "org.bundle", "1.0", "aab"),
    ),
  });
  await show(<TagEditor project="demo" tag={tagOf(environment)} />);
  return {
    sent: () => asked.find(({ method }) => method === "PUT")?.body as { environment: EnvironmentConfig } | undefined,
    /** How often the packages of an app were asked for. */
    asked: (name: string) => asked.filter(({ query }) => query["package_name"] === name).length,
  };
};
const keys = async (name: string, ...pressed: ("ArrowDown" | "Enter")[]) => {
  for (const key of pressed) {
    const keyCode = key === "Enter" ? 13 : 40;
    await act(
      async () => void field(name).dispatchEvent(new KeyboardEvent("keydown", { key, keyCode, bubbles: true })),
    );
    await act(async () => void field(name).dispatchEvent(new KeyboardEvent("keyup", { key, keyCode, bubbles: true })));
  }
};
const type = async (name: string, text: string) => {
  await fill(field(name), text);
  await keys(name, "Enter");
};

beforeAll(() =>
  loadTexts("common", "errors", "refusals", "rules", "tags", "device-rules", "job-config", "inspection", "environment"),
);
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

it("has apps pre-installed, the newest or one version, of those that devices can install", async () => {
  const { sent, asked } = await edit(NO_ENVIRONMENT);
  await settled(() => expect(document.querySelector(".tags-inspection .ant-select-loading")).toBeNull());
  await keys("Pre-installed apps", "ArrowDown");
  await keys("Pre-installed apps", "ArrowDown", "Enter");
  await settled(() => expect(asked("org.helper")).toBe(1));
  expect(document.body.textContent).toContain("The newest");
  await settled(() => expect(document.querySelector(".tags-inspection .ant-select-loading")).toBeNull());
  await keys("Version of org.helper", "ArrowDown", "ArrowDown", "ArrowDown", "Enter");
  await press(button("Save"));
  await settled(() =>
    expect(sent()?.environment).toEqual({
      ...NO_ENVIRONMENT,
      preinstalled: [{ os: "android", package_name: "org.helper", app_id: "a-1" }],
    }),
  );
});

it("says at once what is wrong with what is to stay, and saves nothing of it", async () => {
  const { sent } = await edit(NO_ENVIRONMENT);
  await type("Apps that stay", "com.acme.*");
  await type("Files and folders that stay", "/sdcard/../data");
  expect(noteOf("Apps that stay")).toContain("Package names");
  expect(noteOf("Files and folders that stay")).toBe(
    "Enter whole paths without steps upwards, such as /sdcard/Download/keep",
  );
  await press(button("Save"));
  expect(sent()).toBeUndefined();
  await type("Apps that stay", "no spaces here");
  expect(noteOf("Apps that stay")).toBe("Enter package names, such as com.example.app or com.example.*");
});

it("keeps what it has when something else is changed, and lets go of an app", async () => {
  const environment: EnvironmentConfig = {
    preinstalled: [{ os: "android", package_name: "org.helper", app_id: null }],
    free_apps: ["com.acme.*"],
    free_paths: ["/sdcard/Download/keep"],
  };
  const { sent } = await edit(environment);
  await fill(field("Name"), "other");
  await press(button("Remove org.helper"));
  await press(button("Save"));
  await settled(() =>
    expect(sent()).toMatchObject({ name: "other", environment: { ...environment, preinstalled: [] } }),
  );
});

it("tells what a tag wants in words, a line for what it says anything of", () => {
  const preinstalled = [
    { os: "android" as const, package_name: "org.a", app_id: null },
    { os: "android" as const, package_name: "org.b", app_id: "b" },
  ];
  expect(environmentInWords({ preinstalled, free_apps: ["com.acme.*", "com.b"], free_paths: [] })).toEqual([
    "Pre-installed apps: org.a, the newest, org.b, one version",
    "Apps that stay: com.acme.*, com.b",
  ]);
  expect(environmentInWords(NO_ENVIRONMENT)).toEqual([]);
});
