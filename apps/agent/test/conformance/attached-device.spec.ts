/** The conformance suite on the phone that `main.ts` found; run by it alone. */
import { readAppFile } from "@udt/appfile";
import { buildApk } from "@udt/appfile/testing";
import { type ConformanceTarget, describeDevice } from "@udt/driver/conformance";
import { readFile } from "node:fs/promises";
import { attach } from "./attach.ts";
import { attachedTarget } from "./target.ts";
import type { Plan } from "./wish.ts";

const plan = JSON.parse(process.env["UDT_CONFORMANCE"] ?? "") as Plan;

const packages = async (): Promise<Pick<ConformanceTarget, "app" | "testPackage">> => ({
  ...(!plan.ungiven.app && { app: plan.apk ? await appOf(plan.apk) : await sample() }),
  ...(!plan.ungiven.testPackage && { testPackage: await sampleTests() }),
});

describeDevice(plan.serial, async () => attachedTarget(await attach(plan), plan, await packages()), plan.has, {
  ungiven: plan.ungiven,
  only: plan.only,
});

async function appOf(path: string): Promise<NonNullable<ConformanceTarget["app"]>> {
  const read = await readAppFile(path);
  if (!read.ok) throw new Error(`${path}: ${read.error.code}`);
  const { package_name, version_name } = read.value;
  return { bytes: await readFile(path), package_name, version_name };
}

/** The virtual phone's package manager takes one that no real phone would. */
async function sample(): Promise<NonNullable<ConformanceTarget["app"]>> {
  const app = { package_name: "dev.udt.sample", version_name: "1.2.3" };
  const bytes = await buildApk({
    packageName: app.package_name,
    versionName: app.version_name,
    versionCode: 7,
    paddingBytes: 300_000,
  });
  return { ...app, bytes };
}

async function sampleTests(): Promise<NonNullable<ConformanceTarget["testPackage"]>> {
  const package_name = "dev.udt.sample.test";
  const [passes, fails, hangs] = ["passes", "fails", "hangs"].map((name) => `dev.udt.sample.CartTest#${name}`);
  const tests = { [passes!]: "ok", [fails!]: "failure", [hangs!]: "hang" } as const;
  const bytes = await buildApk({
    packageName: package_name,
    mainActivity: null,
    instrumentation: { targetPackage: package_name, tests },
  });
  return { bytes, package_name, passes: passes!, fails: fails!, hangs: hangs! };
}
