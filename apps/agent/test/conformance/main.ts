/** `npm run conformance`: what an attached phone can do. */
import { saidInEnglish, saidOf, say } from "@udt/base";
import { DRIVER_CAPABILITIES } from "@udt/contract";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startVitest } from "vitest/node";
import { attach, demandUsable } from "./attach.ts";
import { ungivenOf } from "./target.ts";
import { tableOf, Verdicts } from "./verdicts.ts";
import { readWish, USAGE, type Plan, type Wish } from "./wish.ts";

const UNUSABLE = 2;
const TEST_TIMEOUT_MS = 180_000;
const AGENT = join(import.meta.dirname, "../..");

const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Looks at the phone: what it has, and what it cannot give. It is left as it was. */
async function planFor(wish: Wish, folder: string): Promise<Plan> {
  await demandUsable(wish);
  const attached = await attach({ ...wish, folder });
  try {
    const { device } = attached;
    const signal = AbortSignal.timeout(120_000);
    const facts = await device.facts(signal);
    print(`${facts.brand} ${facts.model}, Android ${facts.os_version}, ${device.identity.serial}`);
    const mark = await device.mark(signal);
    const ungiven = await ungivenOf(attached, wish);
    await device.clean(mark, signal);
    const has = DRIVER_CAPABILITIES.filter((name) => device.capabilities[name] !== undefined);
    return { ...wish, device_serial: device.identity.serial, has, ungiven, folder };
  } finally {
    await attached.dispose();
  }
}

async function run(wish: Wish, folder: string): Promise<number> {
  const plan = await planFor(wish, folder);
  const verdicts = new Verdicts(print);
  process.env["UDT_CONFORMANCE"] = JSON.stringify(plan);
  const vitest = await startVitest("test", [], {
    root: AGENT,
    config: false,
    watch: false,
    include: ["test/conformance/attached-device.spec.ts"],
    reporters: [verdicts],
    testTimeout: TEST_TIMEOUT_MS,
    hookTimeout: TEST_TIMEOUT_MS,
    expect: { poll: { timeout: 60_000 } },
    // Modules as the product itself loads them.
    experimental: { viteModuleRunner: false },
  });
  await vitest.close();
  const rows = verdicts.rows(plan);
  print(`\n${tableOf(rows)}`);
  for (const failure of verdicts.failures) print(`\n${failure}`);
  const failed = rows.filter(({ verdict }) => verdict === "failed").length + verdicts.failures.length;
  print(failed === 0 ? "\nAll that was tried passed; the phone is as it was." : `\n${failed} failed.`);
  return failed === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  let wish: Wish | "help";
  try {
    wish = readWish(process.argv.slice(2));
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    return UNUSABLE;
  }
  if (wish === "help") {
    print(USAGE);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), "udt-conformance-"));
  try {
    return await run(wish, folder);
  } catch (error) {
    const said = saidOf(error, (raw) => say("device_not_ready", {}, raw));
    print(`${said.code}: ${saidInEnglish(said)}`);
    return UNUSABLE;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
