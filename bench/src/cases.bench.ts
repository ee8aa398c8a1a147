import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DeviceHand, detectIsolation, Executor, prepareEnvironment, RUNNERS } from "@udt/agent";
import { jobConfig, type LibraryFramework, type RunCaseTask, type RunSpec } from "@udt/contract";
import type { Device } from "@udt/driver";
import type { Benchmark, Row } from "./lib/report.ts";
import { percentile } from "./lib/stats.ts";

const CASES = 200;
const RUNS = 5;

const numbers = Array.from({ length: CASES }, (_, index) => String(index).padStart(3, "0"));
const LIBRARIES = {
  pytest: {
    file: "test_empty.py",
    text: numbers.map((number) => `def test_${number}():\n    pass\n`).join("\n"),
    keyOf: (number: string) => `test_empty.py::test_${number}`,
    plain: (python: string) => [python, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
  },
  node_test: {
    file: "empty.test.mjs",
    text: `import { test } from "node:test";\n${numbers.map((number) => `test("${number}", () => {});\n`).join("")}`,
    keyOf: (number: string) => `empty.test.mjs::${number}`,
    plain: (_python: string, node: string) => [node, "--test"],
  },
} as const;

async function measure(framework: keyof typeof LIBRARIES & LibraryFramework, folder: string): Promise<Row[]> {
  const { file, text, keyOf, plain } = LIBRARIES[framework];
  const library = join(folder, framework);
  mkdirSync(library);
  writeFileSync(join(library, file), text);
  const signal = AbortSignal.timeout(10 * 60_000);
  const isolation = await detectIsolation();
  const environments = { cache_dir: join(folder, "cache"), install_hosts: [] };
  const environment = await prepareEnvironment({ framework, library, environments, isolation, signal });
  const place = await isolation.open({ folder: join(folder, `${framework}-place`), environment });
  writeFileSync(join(place.library, file), text);
  const cases = numbers.map((number, index): RunCaseTask => ({
    case_run_id: index + 1,
    case_key: keyOf(number),
    name: number,
    file,
    function: number,
    attempt: 1,
  }));
  const spec = {
    config: jobConfig.parse({
      app_id: null,
      framework,
      library_id: "one",
      devices: { kind: "devices", device_ids: ["one"] },
    }),
  };
  const bare: number[] = [];
  const ours: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const [program, ...words] = plain(environment.programs.python, environment.programs.node);
    let started = performance.now();
    execFileSync(program!, words, { cwd: library, stdio: "ignore" });
    bare.push(performance.now() - started);
    let passed = 0;
    const executor = new Executor({
      runner: RUNNERS[framework],
      batchOf: (batch) => ({
        spec: spec as RunSpec,
        cases: batch,
        // Frameworks with a library never touch the device themselves.
        device: undefined as unknown as Device,
        hand: undefined as unknown as DeviceHand,
        control: null,
        recordsMemory: () => false,
        place,
        env: { UPLOADDIR: place.results },
      }),
      caseTimeoutMs: 60_000,
      onResult: ({ state }) => (passed += state === "success" ? 1 : 0),
      onAlsoFailed: ({ case_key }, { error }) => {
        throw new Error(`${case_key}: ${error}`);
      },
      onLog: () => undefined,
      onAt: () => undefined,
      onScene: () => undefined,
      onPicture: () => undefined,
      deviceFault: () => Promise.resolve(null),
      deviceBreaks: () => 0,
    });
    started = performance.now();
    await executor.run(cases, signal);
    ours.push(performance.now() - started);
    if (passed !== CASES) throw new Error(`${passed} of ${CASES} passed`);
  }
  await place.close();
  const floor = percentile(bare, 0.5);
  const value = percentile(ours, 0.5);
  return [
    { what: `${framework}: ${CASES} empty cases, isolated, told live`, unit: "ms", value, floor },
    { what: `${framework}: on top for each case`, unit: "ms", value: (value - floor) / CASES },
  ];
}

export default {
  title: `${CASES} cases that do nothing, isolated and told one by one; floor: the framework by itself on the same cases`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), "udt-bench-cases-"));
    try {
      return { rows: [...(await measure("pytest", folder)), ...(await measure("node_test", folder))] };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
} satisfies Benchmark;
