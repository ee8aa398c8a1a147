import type { Said } from "@udt/base";
import { createClient, type Client } from "@udt/client";
import {
  BARE_ENVIRONMENT,
  DEFAULT_INSPECTION,
  type DeviceEnvironment,
  type DeviceProfile,
  type DeviceWork,
  type InspectionConfig,
  type SelfCheckResult,
  STEP_LIMITS_MS,
  STEPS_OF_WORK,
  type WorkStep,
} from "@udt/contract";
import type { Device } from "@udt/driver";
import { expect } from "vitest";
import type { Evidence } from "../src/kinds/inspection/step.ts";
import { runSteps } from "../src/kinds/inspection/steps.ts";
import { ScreenKeeper } from "../src/screen/screen-keeper.ts";
import { androidAt, eventually, keepPhones, makeFolder } from "./harness.ts";

export interface CheckedAs {
  config?: Partial<InspectionConfig>;
  environment?: Partial<DeviceEnvironment>;
  profile?: DeviceProfile;
  client?: Client;
  limits?: Partial<Record<WorkStep, number>>;
  may_restart?: boolean;
  not_restarted?: Said;
  looks_only?: boolean;
  /** What is done; a check when left out. */
  work?: DeviceWork;
  /** Shell lines before the check. */
  before?: readonly string[];
  upset?: (device: Device, screen: ScreenKeeper) => void;
  /** Hears what the server is told. */
  onTold?: (results: readonly SelfCheckResult[]) => void;
  keep?: (name: string) => Promise<boolean>;
}

/** Takes the steps at a phone with a fault, as the shell sets it, and answers what the step found that the fault is for. */
export async function foundAt<P extends { serial: string; port: number }>(
  starting: Promise<{ phones: P[]; stop(): Promise<void> }>,
  fault: string,
  step: WorkStep,
  checked: CheckedAs = {},
) {
  const {
    config,
    environment,
    profile = {},
    before = [],
    upset,
    work = "check",
    keep = () => Promise.resolve(true),
  } = checked;
  const host = await keepPhones(starting);
  const [first = expect.fail("no phone")] = host.phones;
  const provider = androidAt(first.port);
  const device = await eventually(() => provider.list()[0] ?? expect.fail("no device"));
  const screen = new ScreenKeeper(device, () => undefined);
  await screen.start();
  const run = async (line: string) => {
    const words = ["sh", "-c", line];
    return device.capabilities.shell?.run(words, AbortSignal.timeout(10_000)) ?? expect.fail("no shell");
  };
  for (const line of before) expect(await run(line)).toMatchObject({ exit_code: 0 });
  await run(`udt-fault ${fault}`);
  upset?.(device, screen);
  const kept: Evidence[] = [];
  const staying: string[] = [];
  let results: SelfCheckResult[] = [];
  const room = {
    steps: STEPS_OF_WORK[work],
    isAsked: work !== "check",
    device,
    screen,
    address: null,
    config: { ...DEFAULT_INSPECTION, ...config },
    environment: { ...BARE_ENVIRONMENT, ...environment },
    profile,
    isAtProfile: false,
    client: checked.client ?? createClient({ baseUrl: "http://127.0.0.1:9" }),
    device_id: "d",
    folder: await makeFolder(),
    may_restart: checked.may_restart ?? false,
    not_restarted: checked.not_restarted,
    looks_only: checked.looks_only ?? false,
    keepPackages: async (packages: readonly string[]) => void staying.push(...packages),
    keep: (evidence: Evidence) => (kept.push(evidence), keep(evidence.name)),
    tell: async (all: SelfCheckResult[]) => {
      results = [...all];
      checked.onTold?.(results);
    },
  };
  try {
    await runSteps(room, AbortSignal.timeout(60_000), { ...STEP_LIMITS_MS, ...checked.limits });
  } finally {
    await screen.dispose();
  }
  const bad = results.filter(({ state }) => state === "failed" || state === "warning").map((one) => one.step);
  const result = results.find((one) => one.step === step) ?? expect.fail(`${step} was not done`);
  return { result, results, bad, kept: kept.map(({ name }) => name), evidence: kept, staying, device, run, first };
}
