import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Said, SaidError, saidOf, say } from "@udt/base";
import { ENDPOINTS, type RunSpec } from "@udt/contract";
import type { AppsCapability } from "@udt/driver";
import { APP_TIMEOUT_MS, fetchApp, installFile } from "../app-file.ts";
import type { RunApi } from "./run-api.ts";

type RunApp = NonNullable<RunSpec["app"]>;

/** An app that the run needs cannot be had on this device. */
export class SetupFailure extends SaidError {}

interface Setup {
  spec: RunSpec;
  apps: AppsCapability;
  api: RunApi;
  folder: string;
  onStep(said: Said): void;
}

/** Puts every app of the run on the device, as the job says, and starts the one under test. */
export async function setUpApps(setup: Setup, signal: AbortSignal): Promise<void> {
  const { spec, apps, folder } = setup;
  const all = [...spec.preinstall_apps, ...(spec.test_app ? [spec.test_app] : []), ...(spec.app ? [spec.app] : [])];
  await mkdir(folder, { recursive: true });
  for (const app of all) {
    try {
      await install(setup, app, signal);
    } catch (error) {
      signal.throwIfAborted();
      const said = saidOf(error, (raw) => say("install_of", { file_name: app.file_name }, raw));
      // Of several apps: which one.
      const evidence = `${app.file_name}: ${said.evidence}`;
      throw new SetupFailure({ ...said, evidence: said.evidence === "" ? app.file_name : evidence }, { cause: error });
    }
  }
  if (!spec.config.auto_launch || !spec.app) return;
  try {
    await apps.start(spec.app.package_name, signal);
    setup.onStep(say("app_started", { package_name: spec.app.package_name }));
  } catch (error) {
    signal.throwIfAborted();
    const { package_name } = spec.app;
    throw new SetupFailure(say("app_not_started", { package_name }, saidOf(error).evidence), { cause: error });
  }
}

async function install(setup: Setup, app: RunApp, signal: AbortSignal): Promise<void> {
  const { apps, api, folder } = setup;
  const { config } = setup.spec;
  const present = (await apps.list(signal)).find(({ package_name }) => package_name === app.package_name);
  const named = { package_name: app.package_name, version_name: app.version_name };
  // Of the same version another project may have another build there.
  const isThere = async () => (await apps.builds([app.package_name], signal)).get(app.package_name) === app.md5;
  if (config.skip_same_version && (await isThere())) {
    setup.onStep(say("app_there_already", named));
    return;
  }
  const file = join(folder, `${app.app_id}.apk`);
  try {
    const ask = () =>
      api.client.raw(ENDPOINTS.agentAppDownload, {
        params: { ...api.params, app_id: app.app_id },
        query: { lease_token: api.lease_token },
        signal,
        timeoutMs: APP_TIMEOUT_MS,
      });
    await fetchApp(ask, app, file, signal);
    if (present && !present.system && config.install_mode === "reinstall")
      await apps.uninstall(app.package_name, signal);
    await installFile(apps, app, file, signal);
    setup.onStep(say("app_installed", named));
  } finally {
    await rm(file, { force: true });
  }
}
