/** A server whose database holds runs that nobody ran: what reads them is looked at without waiting for devices. */
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  addResource,
  DEMO_ADMIN,
  embeddedTemplate,
  makeDevices,
  makeRun,
  putPicture,
  startDemoServer,
  userIdOf,
  type MadeCase,
  type MadeDevice,
} from "@udt/server/testing";
import { PICTURE } from "./sample-files.ts";

const MINUTE = 60_000;

type Server = Awaited<ReturnType<typeof startDemoServer>>;

export interface SeededReports {
  readonly url: string;
  readonly admin: typeof DEMO_ADMIN;
  readonly server: Server;
  readonly user_id: string;
  readonly devices: readonly MadeDevice[];
  stop(): Promise<void>;
}

/** Starts a server with the demo project and four devices that are not there. */
export async function startSeeded(): Promise<SeededReports> {
  const folder = mkdtempSync(join(tmpdir(), "udt-reports-"));
  cpSync(await embeddedTemplate(), join(folder, "pg"), { recursive: true });
  const server = await startDemoServer(folder);
  const { db } = server.database;
  return {
    url: server.url,
    admin: DEMO_ADMIN,
    server,
    user_id: await userIdOf(db, DEMO_ADMIN.email),
    devices: await makeDevices(db, 4, Date.now()),
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const AREAS = ["sign-in", "search", "cart", "checkout", "profile", "settings", "offline", "language"] as const;
const THINGS = [
  "keeps what was entered",
  "shows an error for a wrong password",
  "retries on a timeout",
  "opens from a link",
  "works in dark mode",
  "survives rotation",
  "counts the items",
  "forgets nothing when the app is closed",
] as const;

/** The cases of a shop's tests; every eighth is slow. */
export function shopCases(count: number): MadeCase[] {
  return Array.from({ length: count }, (_, index) => {
    const area = AREAS[Math.floor(index / THINGS.length) % AREAS.length]!;
    const round = Math.floor(index / (AREAS.length * THINGS.length));
    const name = `${THINGS[index % THINGS.length]!}${round > 0 ? ` (${round})` : ""}`;
    return {
      key: `tests/${area}.test.ts::${area} > ${name}`,
      cost: 900 + ((index * 7_919) % 4_000) + (index % 8 === 0 ? 9_000 : 0),
    };
  });
}

const PHASES = [
  { name: "prepare", cost: 9_000 },
  { name: "install", cost: 14_000 },
  { name: "run", cost: 150_000 },
  { name: "finish", cost: 6_000 },
  { name: "clean", cost: 12_000 },
] as const;

const failure = (at: number) => ({
  message:
    'AssertionError [ERR_ASSERTION]: expected "Welcome, Ada", saw "Payment failed"\n    at TestContext.<anonymous> (tests/checkout.test.ts:48:10)\n    at async Test.run (node:internal/test_runner/test:1054:7)',
  location: {
    file: "tests/checkout.test.ts",
    line: 48,
    source: [
      'test("shows the receipt after paying", async () => {',
      "  await shop.open();",
      '  await shop.signIn("ada@example.com");',
      '  await shop.tap("id/pay");',
      '  const title = await shop.text("id/title");',
      '  assert.equal(title, "Welcome, Ada");',
      "});",
    ].map((text, index) => ({ line: 43 + index, text })),
  },
  output: "open dev.udt.shop/.MainActivity\nsign in as ada@example.com\ntap id/pay\nread id/title: Payment failed\n",
  steps: [
    { name: "Open the shop", started_at: at + 200, ended_at: at + 1_400, ok: true, screenshot: "" },
    { name: "Sign in", started_at: at + 1_400, ended_at: at + 3_900, ok: true, screenshot: "" },
    { name: "Pay", started_at: at + 3_900, ended_at: at + 6_200, ok: true, screenshot: "paid.png" },
    { name: "Read the receipt's title", started_at: at + 6_200, ended_at: at + 8_100, ok: false, screenshot: "" },
  ],
});

export interface ShopRuns {
  /** Ended, with failures, flaky cases, and recordings of its first device. */
  failed: { test_id: string; failed_case: number; flaky_case: number };
  running: { test_id: string };
  job_id: string;
}

/** A job's last runs as a team would have them. */
export async function makeShopRuns({ server, user_id, devices }: SeededReports): Promise<ShopRuns> {
  const { db } = server.database;
  const job_id = randomUUID();
  const begin = Date.now() - 200 * MINUTE;
  const common = {
    project_id: "demo",
    user_id,
    job_id,
    phases: PHASES,
    devices,
    config: { mode: "distributed" as const },
  };
  const spread = (cases: MadeCase[], at: number): MadeCase[] =>
    cases.map((one, index) => ({
      ...one,
      device_seq: index % 4,
      started_at: at + 26_000 + Math.floor(index / 4) * 4_600,
    }));
  const plain = spread(shopCases(124), begin);
  for (const [index, commit_id] of ["9b1d0e7", "9b1d0e7", "77c02aa"].entries())
    await makeRun(db, {
      ...common,
      at: begin + index * 30 * MINUTE,
      commit_id: commit_id.padEnd(40, "0"),
      cases: plain.map((one, place) =>
        place === 40 || place === 9 + index
          ? { ...one, state: "failed" as const, error: "Timed out after 20 s waiting for id/receipt" }
          : one,
      ),
    });
  const at = begin + 150 * MINUTE;
  const cases = spread(shopCases(124), at);
  const failedAt = cases[28]!.started_at!;
  cases[28] = {
    ...cases[28]!,
    state: "failed",
    cost: 8_200,
    error: 'AssertionError: expected "Welcome, Ada", saw "Payment failed"',
    detail: failure(failedAt),
  };
  cases[52] = {
    ...cases[52]!,
    state: "failed",
    cause: "case_timeout",
    cost: 21_400,
    error: "Timed out after 20 s waiting for id/receipt",
  };
  cases[61] = { ...cases[61]!, cause: "skipped", cost: 3 };
  cases[77] = { ...cases[77]!, state: "failed", superseded: true, error: "AssertionError: expected 2 items, saw 1" };
  cases.push({ ...cases[77]!, state: "success", superseded: false, error: "", attempt: 2, repeats: 77, device_seq: 2 });
  const { test_id, case_run_ids } = await makeRun(db, {
    ...common,
    at,
    commit_id: "4f2c91e8a6b7d0c3e1f2a3b4c5d6e7f809182736",
    slots: [{ result: "partly_passed" }, {}, {}, {}],
    cases,
  });
  await record(server, test_id, devices[0]!.device_id, at + 25_000, case_run_ids[28]!);
  const now = Date.now();
  const running = await makeRun(db, {
    ...common,
    at: now - 3 * MINUTE,
    state: "running",
    devices: [devices[0]!, devices[1]!, null],
    phases: [
      { name: "prepare", cost: 9_000 },
      { name: "install", cost: 14_000 },
      { name: "run", cost: null },
    ],
    cases: shopCases(64).map((one, index) => ({
      ...one,
      device_seq: index < 42 ? index % 2 : null,
      started_at: now - 3 * MINUTE + index * 4_000,
      state: index < 40 ? (index === 17 ? "failed" : "success") : index < 42 ? "executing" : "undistributed",
      ...(index === 17 && { error: "AssertionError: expected 3, saw 2" }),
    })),
  });
  // What one of its devices showed last, which shows nothing any more: it is not there.
  await putPicture(db, { device_id: devices[0]!.device_id, taken_at: now - 40_000, jpeg: PICTURE });
  return {
    failed: { test_id, failed_case: case_run_ids[28]!, flaky_case: case_run_ids.at(-1)! },
    running,
    job_id,
  };
}

/** A run that each of four devices ran whole: a case fails on one of them, one is skipped on all, one passes at last. */
export async function makeMatrixRun({ server, user_id, devices }: SeededReports): Promise<{ test_id: string }> {
  const at = Date.now() - 30 * MINUTE;
  const cases = devices.flatMap((_, device_seq) =>
    shopCases(24).map((one, index): MadeCase => ({
      ...one,
      device_seq,
      started_at: at + 26_000 + index * 4_600,
      cost: (one.cost ?? 0) + device_seq * 170,
      ...(index === 7 && { cause: "skipped" as const, cost: 2 }),
      ...(index === 12 &&
        device_seq === 2 && {
          state: "failed" as const,
          error: 'AssertionError: expected "Welcome, Ada", saw "Payment failed"',
          detail: failure(at + 26_000 + index * 4_600),
        }),
      ...(index === 20 && device_seq === 3 && { state: "failed" as const, superseded: true }),
    })),
  );
  const retried = cases.findIndex(({ superseded }) => superseded);
  cases.push({ ...cases[retried]!, state: "success", superseded: false, attempt: 2, repeats: retried });
  const { test_id, case_run_ids } = await makeRun(server.database.db, {
    project_id: "demo",
    user_id,
    job_id: "matrix",
    job_name: "Every phone",
    at,
    devices,
    phases: PHASES,
    slots: [{}, {}, { result: "partly_passed" }, {}],
    config: { mode: "sequential" },
    cases,
  });
  const failed = case_run_ids[cases.findIndex(({ state, superseded }) => state === "failed" && superseded !== true)]!;
  await record(server, test_id, devices[2]!.device_id, at + 25_000, failed);
  return { test_id };
}

/** What an agent records of a device: its log and its performance, each on the server's time. */
async function record(
  server: Server,
  test_id: string,
  device_id: string,
  from: number,
  case_run_id: number,
): Promise<void> {
  const lasts = 150_000;
  const log = Array.from({ length: 1_500 }, (_, index) => {
    const level = index % 97 === 0 ? "E" : index % 31 === 0 ? "W" : "I";
    const words = [
      "layout took 4 ms",
      "GET /cart 200 in 31 ms",
      "frame 16 ms",
      "touch at 540,1200",
      "receipt is not there yet",
    ];
    return `${((from + index * 100) / 1000).toFixed(3)} 4321 4330 ${level} Shop: ${words[index % words.length]!}\n`;
  }).join("");
  const performance = Array.from({ length: 150 }, (_, second) =>
    JSON.stringify({
      timestamp: from + second * 1000,
      cpu_app: 18 + 12 * Math.sin(second / 9),
      cpu_total: 41 + 9 * Math.cos(second / 14),
      fps: second % 40 < 6 ? 24 : 58 + Math.sin(second),
      mem_pss: 180 + second * 0.25,
      net_in: second % 20 < 4 ? 320 : 12,
      net_out: second % 20 < 4 ? 40 : 3,
      net_of: "app",
      battery: 91,
      temperature: 29 + second / 40,
      is_simulated: true,
    }),
  ).join("\n");
  const add = (
    name: string,
    kind: "log" | "performance" | "screenshot",
    content_type: string,
    bytes: Buffer,
    own = false,
  ) =>
    addResource(
      server,
      {
        test_id,
        device_id,
        name,
        kind,
        content_type,
        started_at: from,
        duration_ms: own ? null : lasts,
        case_run_id: own ? case_run_id : null,
      },
      Readable.from([bytes]),
    );
  await add("device.log", "log", "text/plain", Buffer.from(log));
  await add("performance.jsonl", "performance", "application/x-ndjson", Buffer.from(`${performance}\n`));
  await add("paid.png", "screenshot", "image/png", PICTURE, true);
}
