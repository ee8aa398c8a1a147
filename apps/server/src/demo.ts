/** What `npm start` has to show at once: a project with a case library, an app, and a job that tests it on a virtual phone. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { jobConfig, type App } from "@udt/contract";
import type { UploadsService } from "./assets/apps/uploads.service.ts";
import type { JobsService } from "./kinds/job/jobs/jobs.service.ts";
import type { LibrariesService } from "./assets/libraries/libraries.service.ts";
import { DEMO_PROJECT } from "./people/projects/projects.service.ts";
import type { Actor, CallerUser } from "./platform/http/caller.ts";

/** An update of the shop that the virtual phone comes with: its code is the phone's, the package is a whole one. */
const SHOP = {
  packageName: "dev.udt.shop",
  versionName: "3.2.0",
  versionCode: 320,
  label: "Shop",
  labels: { en: "Shop", zh: "商店", ja: "ショップ" },
  mainActivity: ".CatalogueActivity",
  // As a build that is tested: the phone lets its memory be looked into.
  debuggable: true,
} as const;

export interface DemoServices {
  libraries: LibrariesService;
  uploads: UploadsService;
  jobs: JobsService;
}

/** Makes the demo project's library, app and job, in the first administrator's name. Nothing where the examples cannot be served. */
export async function seedDemo({ libraries, uploads, jobs }: DemoServices, owner: CallerUser): Promise<void> {
  const library_id = await libraries.ensureBuiltin(DEMO_PROJECT, owner.user_id);
  if (library_id === undefined) return;
  // Nobody's call: from no address.
  const actor = { user: owner, ip: "" };
  const { app_id } = await uploadShop(uploads, actor);
  const config = jobConfig.parse({
    app_id,
    // The cases start it themselves.
    auto_launch: false,
    skip_same_version: true,
    framework: "node_test",
    library_id,
    devices: { kind: "rule", rules: [{ attribute: "is_virtual", operator: "equals", values: ["true"] }], count: 1 },
    // One of its cases is flaky on purpose and passes when it is tried again.
    retry: { mode: "same_device", times: 1 },
    timeouts: { case_minutes: 2, device_minutes: 10, test_minutes: 15 },
    video_minutes: 10,
  });
  await jobs.create(actor, DEMO_PROJECT, { name: "Demo shop", config });
}

/** As a person uploads a package: announced, sent in one chunk, and put together. */
async function uploadShop(uploads: UploadsService, actor: Actor): Promise<App> {
  // Only who shows a demo loads what makes packages.
  const { buildApk } = await import("@udt/appfile/build-apk");
  // The same that the phone draws.
  const iconPng = await readFile(new URL("./demo-shop.png", import.meta.url));
  const bytes = buildApk({ ...SHOP, iconPng });
  const md5 = createHash("md5").update(bytes).digest("hex");
  const owner = { project_id: DEMO_PROJECT, user_id: actor.user.user_id };
  const file = { file_name: "shop-3.2.0.apk", size_bytes: bytes.length, md5 };
  const { upload_id } = await uploads.create(owner, file);
  await uploads.putChunk({ ...owner, upload_id }, 1, Readable.from([bytes]), bytes.length);
  return uploads.synthesize(actor, DEMO_PROJECT, upload_id);
}
