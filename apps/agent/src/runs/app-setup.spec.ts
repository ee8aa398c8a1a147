import type { RunSpec } from "@udt/contract";
import type { AppsCapability } from "@udt/driver";
import { expect, test } from "vitest";
import { makeFolder } from "../../test/harness.ts";
import { wantedApk } from "../../test/wanted.ts";
import { setUpApps } from "./app-setup.ts";
import type { RunApi } from "./run-api.ts";

test.each([
  ["its own", true, []],
  ["another project's", false, ["org.helper"]],
])("a run that installs no version twice has its own build: %s is there", async (_, isOwn, installed) => {
  const { app, bytes } = wantedApk("org.helper", 3);
  const done: string[] = [];
  const there = { package_name: app.package_name, version_name: app.version_name, version_code: 3, system: false };
  const apps = {
    list: async () => [{ ...there, running: false, foreground: false }],
    builds: async () => new Map([[app.package_name, isOwn ? app.md5 : "another"]]),
    install: async () => void done.push(app.package_name),
  } as unknown as AppsCapability;
  const config = { skip_same_version: true, auto_launch: false, install_mode: "overwrite" };
  const spec = { preinstall_apps: [app], test_app: null, app: null, config } as unknown as RunSpec;
  const api = {
    client: { raw: async () => new Response(new Blob([Buffer.from(bytes)])) },
    params: {},
  } as unknown as RunApi;
  const folder = await makeFolder();
  await setUpApps({ spec, apps, api, folder, onStep: () => undefined }, AbortSignal.timeout(10_000));
  expect(done).toEqual(installed);
});
