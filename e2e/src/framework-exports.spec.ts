import type { Client } from "@udt/client";
import { ENDPOINTS, type LibraryFramework } from "@udt/contract";
import { startGitHost, startUdt, until, type GitHost, type Udt } from "@udt/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generated } from "./generated-libraries.ts";
import { readXml, type XmlElement } from "./xml-tree.ts";

const query = { project: "demo" };
let udt: Udt;
let host: GitHost;
let client: Client;

beforeAll(async () => {
  host = await startGitHost();
  // The tests' git host is on this machine, which is not the public internet.
  udt = await startUdt({ phones: 1, env: { UDT_OUTBOUND_ALLOW: "127.0.0.1" } });
  client = await udt.signIn();
  await udt.idleDevices(1);
});
afterAll(async () => {
  await udt?.stop();
  await host?.close();
});

/** Imports a library of these files and runs all of it on one device. */
async function run(framework: LibraryFramework, name: string, files: Record<string, string>): Promise<string> {
  host.push(name, files);
  const { library_id } = await client.call(ENDPOINTS.libraryCreate, {
    query,
    body: { name, url: `${host.url}/${name}.git`, framework },
  });
  await until(
    "the library's cases",
    async () => {
      const { list } = await client.call(ENDPOINTS.libraryList, { query: { ...query, keyword: name } });
      const library = list.find((one) => one.library_id === library_id)!;
      if (library.parse_state === "failed") throw new Error(JSON.stringify(library));
      return library.parse_state === "parsed" || undefined;
    },
    240_000,
  );
  const config = {
    app_id: null,
    framework,
    library_id,
    devices: { kind: "rule" as const, rules: [], count: 1 },
    video: false,
    performance: false,
    log: false,
  };
  const { job_id } = await client.call(ENDPOINTS.jobCreate, { query, body: { name, config } });
  const { test_id } = await client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
  await until(
    "the run's end",
    async () => (await client.call(ENDPOINTS.runGet, { params: { test_id }, query })).verdict ?? undefined,
    300_000,
  );
  return test_id;
}

/** The JUnit files that the framework itself wrote in the run, in its order. */
async function ownFiles(test_id: string): Promise<string[]> {
  const { list } = await client.call(ENDPOINTS.runDevices, { params: { test_id }, query });
  const params = { test_id, device_id: list[0]!.device_id! };
  const { resource_list } = await client.call(ENDPOINTS.resourceList, { params, query });
  const reports = resource_list
    .filter(({ kind }) => kind === "report")
    .toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  return Promise.all(
    reports.map(async ({ resource_id }) =>
      (await client.raw(ENDPOINTS.resourceGet, { params: { ...params, resource_id }, query })).text(),
    ),
  );
}

const exported = async (test_id: string, format: "junit" | "csv") =>
  (await client.raw(ENDPOINTS.runExport, { params: { test_id }, query: { ...query, format } })).text();

/** Where the library lay while it ran is left out of what leaves the agent. */
const withoutPlace = (text: string) => text.replaceAll(/(?:file:\/\/)?\/[^\s"'():]*?\/library\//g, "");

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

describe("the JUnit export of a run", { timeout: 900_000 }, () => {
  it.each(["pytest", "node_test"] as const)("equals what %s itself writes, element by element", async (framework) => {
    for (const [index, library] of generated(framework).entries()) {
      const test_id = await run(framework, `${framework}-${index}`.replaceAll("_", "-"), library.files);
      const files = (await ownFiles(test_id)).map(readXml);
      expect(files.length).toBeGreaterThan(0);
      const ours = readXml(await exported(test_id, "junit"));
      for (const [name, value] of Object.entries(files[0]!.attributes)) expect(ours.attributes[name]).toBe(value);
      const own = files.flatMap(({ children }) => children);
      expectSame(own, ours.children, library.name);

      const cases = (all: readonly XmlElement[]): XmlElement[] =>
        all.flatMap((one) => (one.name === "testcase" ? [one] : cases(one.children)));
      // What only the platform knows stands beside.
      for (const { attributes } of cases(ours.children)) {
        expect(attributes["device"]).toBeTruthy();
        expect(attributes).toMatchObject({ device_seq: "0", attempt: "1" });
        expect(attributes["file"]).toMatch(/\.(py|mjs)$/);
      }
      const lines = (await exported(test_id, "csv"))
        .replace(/^\uFEFF/, "")
        .trim()
        .split("\r\n");
      for (const identity of library.in_csv) expect(lines.filter((line) => line.includes(identity))).toHaveLength(1);
    }
  });
});
