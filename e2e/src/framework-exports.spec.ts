import type { Client } from "@udt/client";
import { startGitHost, startUdt, type GitHost, type Udt } from "@udt/testkit";
import { composeLibrary } from "@udt/testkit/libraries";
import type { XmlElement } from "@udt/testkit/xml";
import { buildApk } from "@udt/appfile/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uploadPackage } from "./app-upload.ts";
import { anyDevices, FrameworkRuns, reportsOf, testcasesIn, withoutPlace } from "./framework-runs.ts";
import { generated } from "./generated-libraries.ts";

let udt: Udt;
let host: GitHost;
let client: Client;
let runs: FrameworkRuns;

beforeAll(async () => {
  host = await startGitHost();
  // The tests' git host is on this machine, which is not the public internet.
  udt = await startUdt({ phones: 2, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  client = await udt.signIn();
  runs = new FrameworkRuns(client, host);
  await udt.idleDevices(2);
});
afterAll(async () => {
  await udt?.stop();
  await host?.close();
});

/** When, on which machine and for how long: the platform has its own word for each. */
const OWN = new Set(["timestamp", "hostname", "time"]);

/** The framework's elements, one by one, are in the export with all their attributes and texts, and no other elements are. */
function expectSame(own: readonly XmlElement[], ours: readonly XmlElement[], path: string): void {
  const nameOf = ({ name, attributes }: XmlElement) => `${name} ${attributes["name"] ?? ""}`;
  expect(ours.map(nameOf), path).toEqual(own.map(nameOf));
  for (const [index, one] of own.entries()) {
    const other = ours[index]!;
    const here = `${path} > ${nameOf(one)}`;
    for (const [name, value] of Object.entries(one.attributes)) {
      if (OWN.has(name))
        expect(other.attributes[name], `${here} @${name}`).toMatch(name === "time" ? /^\d+\.\d+$/ : /./);
      else expect(other.attributes[name], `${here} @${name}`).toBe(withoutPlace(value));
    }
    expect(other.text.trim(), here).toBe(withoutPlace(one.text).trim());
    expectSame(one.children, other.children, here);
  }
}

/** What is said of a case, in one line: attributes that the platform has its own word for are left out. */
function wordsOf({ attributes, children }: XmlElement): string {
  const { classname, name } = attributes;
  const said = children.map((child) => [child.name, Object.entries(child.attributes).toSorted(), child.text.trim()]);
  return withoutPlace(JSON.stringify([classname, name, said])).replaceAll(/0x[0-9a-f]{8,}/g, "0x…");
}

const TWICE = [
  {
    framework: "pytest",
    traps: ["one name in classes", "parameters", "left out", "set-up errors", "more than one attempt"],
  },
  { framework: "node_test", traps: ["left out and to do", "parameters", "tests tried again"] },
] as const;

const OWN_XML = `<testsuites><testsuite name="cart">
<testcase classname="Cart" name="is emptied" time="0.5" owner="a &amp; b"/>
<testcase classname="Cart" name="is paid" time="1.25"><failure message="no &lt;money&gt;" type="Broke">E  first
second</failure></testcase>
<testcase classname="Cart" name="is left"><skipped message="not today"/></testcase>
<testcase classname="Cart.Inner" name="is emptied"><error message="set-up">stack</error><system-out>said</system-out></testcase>
</testsuite></testsuites>`;

const VERDICTS: Record<string, string> = { "0": "passed", "-1": "failure", "-2": "failure", "-3": "skipped" };

/** What `am instrument -r` printed, read by itself: each test with the code that it ended with; what began and did not end died. */
function toldByInstrument(printed: string) {
  const found = new Map<string, { classname: string; name: string; verdict: string; text: string }>();
  for (const [, block = "", code = ""] of printed.matchAll(
    /((?:INSTRUMENTATION_STATUS: (?:(?!INSTRUMENTATION_STATUS_CODE)[^])*)+)INSTRUMENTATION_STATUS_CODE: (-?\d+)/g,
  )) {
    const field = (name: string) =>
      new RegExp(`INSTRUMENTATION_STATUS: ${name}=((?:(?!\\nINSTRUMENTATION)[^])*)`).exec(block)?.[1] ?? "";
    const [classname, name] = [field("class").trim(), field("test").trim()];
    found.set(`${classname}#${name}`, {
      classname,
      name,
      verdict: VERDICTS[code] ?? "error",
      text: field("stack").trim(),
    });
  }
  return [...found.values()];
}

describe("the JUnit export of a run", { timeout: 900_000 }, () => {
  it.each(["pytest", "node_test"] as const)("equals what %s itself writes, element by element", async (framework) => {
    for (const [index, library] of generated(framework).entries()) {
      const test_id = await runs.runLibrary(framework, `${framework}-${index}`.replaceAll("_", "-"), library.files);
      const [part] = await runs.parts(test_id);
      const files = reportsOf(part!).map(({ xml }) => xml);
      expect(files.length).toBeGreaterThan(0);
      const ours = await runs.junit(test_id);
      for (const [name, value] of Object.entries(files[0]!.attributes)) expect(ours.attributes[name]).toBe(value);
      const own = files.flatMap(({ children }) => children);
      expectSame(own, ours.children, library.name);

      // What only the platform knows stands beside.
      for (const { attributes } of testcasesIn(ours.children)) {
        expect(attributes["device"]).toBeTruthy();
        expect(attributes).toMatchObject({ device_seq: "0", attempt: "1" });
        expect(attributes["file"]).toMatch(/\.(py|mjs)$/);
      }
      const lines = (await runs.exported(test_id, "csv"))
        .replace(/^\uFEFF/, "")
        .trim()
        .split("\r\n");
      for (const identity of library.in_csv) expect(lines.filter((line) => line.includes(identity))).toHaveLength(1);
    }
  });

  it.each(TWICE)("holds what $framework wrote in each attempt on each device", async ({ framework, traps }) => {
    const { files } = composeLibrary(framework, 1, traps);
    const retry = { mode: "same_device", times: 1 } as const;
    const test_id = await runs.runLibrary(framework, `${framework}-twice`.replaceAll("_", "-"), files, {
      devices: anyDevices(2),
      retry,
    });
    const ours = testcasesIn([await runs.junit(test_id)]);
    const parts = await runs.parts(test_id);
    expect(parts.map(({ device_seq }) => device_seq).toSorted()).toEqual([0, 1]);
    expect(new Set(ours.map(({ attributes }) => attributes["device_seq"]))).toEqual(new Set(["0", "1"]));
    for (const part of parts) {
      // Each attempt is a process of its own, and its files have its time in their names.
      const processes = [...Map.groupBy(reportsOf(part), ({ name }) => /\d{13}/.exec(name)![0]).values()];
      const own = processes.map((some) => testcasesIn(some.map(({ xml }) => xml)).map(wordsOf));
      expect(own).toHaveLength(2);
      const left = own.map((words) => [...words]);
      const mine = ours.filter(({ attributes }) => attributes["device_seq"] === String(part.device_seq));
      for (const one of mine) {
        const words = wordsOf(one);
        const at = left[Number(one.attributes["attempt"]) - 1]!.indexOf(words);
        expect(at, words).toBeGreaterThanOrEqual(0);
        left[Number(one.attributes["attempt"]) - 1]!.splice(at, 1);
      }
      // What is left are failures that were tried again, each of which stands with its second attempt.
      const again = mine.filter(({ attributes }) => attributes["attempt"] === "2");
      expect(again.length).toBeGreaterThan(1);
      expect(left[0]!.filter((words) => !/"(failure|error)"/.test(words))).toEqual([]);
      expect(left[0]!.length).toBe(again.length);
      expect(own[0]!.length).toBe(mine.length);
    }
  });

  it("holds what am instrument says of each test", async () => {
    const results = {
      passes: "ok",
      fails: "failure",
      breaks: "error",
      isIgnored: "ignored",
      crashes: "crash",
      later: "ok",
    };
    const tests = Object.entries(results).flatMap(([name, result]) => [
      [`org.example.NotesTest#${name}`, result],
      [`org.example.other.NotesTest#${name}`, result === "crash" ? "ok" : result],
    ]);
    const instrumentation = {
      targetPackage: "org.example.notes",
      tests: Object.fromEntries(tests) as Record<string, string>,
    };
    const apk = buildApk({
      packageName: "org.example.notes.test",
      versionCode: 1,
      mainActivity: null,
      instrumentation,
    });
    const { app_id } = await uploadPackage(client, "demo", "notes-test.apk", apk);
    const test_id = await runs.run("instrumentation", {
      framework: "instrumentation",
      instrumentation: { test_app_id: app_id },
    });
    const [part] = await runs.parts(test_id);
    const own = toldByInstrument(part!.files.find(({ kind }) => kind === "script_log")!.text);
    expect(own).toHaveLength(tests.length);
    const ours = testcasesIn([await runs.junit(test_id)]).map(({ attributes, children }) => {
      const [child] = children;
      const { classname, name } = attributes;
      return {
        classname,
        name,
        verdict: child?.name ?? "passed",
        text: child?.name === "failure" ? child.text.trim() : "",
      };
    });
    const inOrder = (all: object[]) => all.map((one) => JSON.stringify(one)).toSorted();
    expect(inOrder(ours)).toEqual(inOrder(own));
  });

  it("holds the cases that a script's own files name, and how a script ends that has none", async () => {
    const script = `case "$CASE_FUNC" in
      named) cat > "$UPLOADDIR/TEST-own.xml" <<'END'
${OWN_XML}
END
      exit 1 ;;
      contradicted) cat > "$UPLOADDIR/TEST-own.xml" <<'END'
<testsuite name="s"><testcase classname="c" name="fine"/></testsuite>
END
      exit 3 ;;
    esac`;
    const files = { "runTest.sh": script, "cases.txt": "named\ncontradicted\nsilent\n" };
    const test_id = await runs.runLibrary("shell", "shell", files);
    const [part] = await runs.parts(test_id);
    const own = testcasesIn(reportsOf(part!).map(({ xml }) => xml)).filter((one) => one.attributes["name"] !== "fine");
    const ours = testcasesIn([await runs.junit(test_id)]);
    const isNamed = ({ attributes }: XmlElement) => attributes["classname"] !== "runTest.sh";
    expect(own).toHaveLength(4);
    expectSame(own, ours.filter(isNamed), "shell");
    const others = ours.filter((one) => !isNamed(one));
    expect(others.map(({ attributes, children }) => [attributes["name"], children.map(({ name }) => name)])).toEqual([
      ["contradicted", ["error"]],
      ["silent", ["error"]],
    ]);
  });
});
