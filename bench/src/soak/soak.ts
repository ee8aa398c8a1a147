import { delay } from "@udt/base";
import { LIMITS } from "@udt/contract";
import { DebugPage, enter } from "@udt/e2e/src/console-pages.ts";
import { startSilentGateway } from "@udt/e2e/src/silent-gateway.ts";
import type { Udt } from "@udt/testkit";
import { deviceIdle, endSession, startMeasuredUdt, startSession } from "../lib/udt.ts";
import { endOnSignal } from "./ending.ts";
import { FiguresReader, type Figures } from "./figures.ts";
import { INSPECTED } from "./inspector.ts";
import { openQuietBrowser } from "./quiet-browser.ts";
import { doRound, ROUND_MINUTES, type Hands } from "./round.ts";

/** Eight hours in twenty minutes: how many minutes' doings of a session one minute has. */
export const FACTOR = 24;
/** Reading a figure collects garbage everywhere, which nobody's session does. */
const ROUNDS_A_SAMPLE = 2;

export interface SoakSample {
  /** Of the session's doings. */
  hour: number;
  figures: Figures;
}
export interface Soaked {
  samples: SoakSample[];
  rounds: number;
  /** Milliseconds that each doing took in a round. */
  spent: Record<string, number>;
  /** How long it took, and so how much the doings were quickened. */
  minutes: number;
  factor: number;
}

/** One debug session, in which in so many minutes is done what is done in `FACTOR` times as many. */
export async function soak(wanted_minutes: number, tell: (line: string) => void): Promise<Soaked> {
  const udt = await startMeasuredUdt(1, INSPECTED);
  const heedNoSignal = endOnSignal([udt.server, udt.agent, udt.phones], udt.dataDir);
  const ways = { page: await startSilentGateway(udt.port), agent: await startSilentGateway(udt.port) };
  const browser = await openQuietBrowser(["clipboard-read", "clipboard-write"]);
  const { context } = browser;
  let reader: FiguresReader | undefined;
  try {
    await udt.agent.kill("SIGTERM");
    await udt.agent.start("agent_ready", { args: ["--server", ways.agent.url] });
    const page = await context.newPage();
    await enter(page, { ...udt, url: ways.page.url });
    const { hands, end } = await session(udt, page, ways);
    reader = await FiguresReader.open(udt, context, page);
    const samples: SoakSample[] = [];
    const rounds = Math.round((wanted_minutes * FACTOR) / ROUND_MINUTES);
    const spent: Record<string, number> = {};
    const started = performance.now();
    const roundMs = (ROUND_MINUTES * 60_000) / FACTOR;
    for (let round = 0; round < rounds; round++) {
      const took = await doRound(hands, round);
      for (const [name, ms] of Object.entries(took)) spent[name] = (spent[name] ?? 0) + ms / rounds;
      if (round % ROUNDS_A_SAMPLE === 1) {
        const sample = { hour: ((round + 1) * ROUND_MINUTES) / 60, figures: await reader.read() };
        samples.push(sample);
        tell(lineOf(sample));
      }
      // Where a machine is quick enough: a round is not to be shorter than its share.
      await delay(Math.max(0, started + (round + 1) * roundMs - performance.now()));
    }
    const minutes = (performance.now() - started) / 60_000;
    await page.close();
    await end();
    return { samples, rounds, spent, minutes, factor: (rounds * ROUND_MINUTES) / minutes };
  } finally {
    // A process that ends waits until its inspector has hung up.
    reader?.close();
    await browser.close();
    await udt.stop();
    await Promise.all([ways.page.close(), ways.agent.close()]);
    heedNoSignal();
  }
}

async function session(
  udt: Udt,
  page: Hands["page"],
  ways: Hands["ways"],
): Promise<{ hands: Hands; end(): Promise<void> }> {
  const client = await udt.signIn();
  const device_id = (await udt.idleDevices(1))[0]!.device_id;
  await deviceIdle(client, device_id);
  const test_id = await startSession(client, device_id, LIMITS.debug_minutes_max);
  await page.goto(`${ways.page.url}/demo/remote/debug?test_id=${test_id}&device_id=${device_id}`);
  const debug = new DebugPage(page);
  await debug.live();
  const hands = { page, debug, client, params: { test_id, device_id }, ways };
  return { hands, end: () => endSession(client, test_id, device_id) };
}

function lineOf({ hour, figures }: SoakSample): string {
  const roles = Object.entries(figures).map(
    ([role, of]) =>
      `${role} ${Object.entries(of)
        .map(([kind, value]) => `${kind} ${value.toFixed(1)}`)
        .join(" ")}`,
  );
  return `  hour ${hour.toFixed(2)}: ${roles.join("; ")}`;
}
