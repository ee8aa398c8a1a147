/** Runs of libraries and of test packages as somebody starts them, and what their frameworks wrote in them. */
import type { Client } from "@udt/client";
import { ENDPOINTS, type JobConfigInput, type LibraryFramework } from "@udt/contract";
import { until, type GitHost } from "@udt/testkit";
import { readXml, type XmlElement } from "@udt/testkit/xml";

const query = { project: "demo" };
/** Of a run nothing is recorded: what is compared are its results. */
const QUIET = { video: false, performance: false, log: false } as const;

export const anyDevices = (count: number): JobConfigInput["devices"] => ({ kind: "rule", rules: [], count });

/** A device's part: its number, and the names and texts of the files that scripts and agent left. */
interface Part {
  device_seq: number;
  files: { name: string; kind: string; text: string }[];
}

export class FrameworkRuns {
  readonly #client: Client;
  readonly #host: GitHost;

  constructor(client: Client, host: GitHost) {
    this.#client = client;
    this.#host = host;
  }

  /** Imports a library of these files and runs all of it. */
  async runLibrary(
    framework: LibraryFramework,
    name: string,
    files: Record<string, string>,
    change: Partial<JobConfigInput> = {},
  ): Promise<string> {
    this.#host.push(name, files);
    return this.runAt(framework, name, `${this.#host.url}/${name}.git`, change);
  }

  /** The same of files that are in a repository already. */
  async runAt(
    framework: LibraryFramework,
    name: string,
    url: string,
    change: Partial<JobConfigInput> = {},
  ): Promise<string> {
    const body = { name, url, framework };
    const { library_id } = await this.#client.call(ENDPOINTS.libraryCreate, { query, body });
    await until(
      "the library's cases",
      async () => {
        const { list } = await this.#client.call(ENDPOINTS.libraryList, { query: { ...query, keyword: name } });
        const library = list.find((one) => one.library_id === library_id)!;
        if (library.parse_state === "failed") throw new Error(JSON.stringify(library));
        return library.parse_state === "parsed" || undefined;
      },
      240_000,
    );
    return this.run(name, { framework, library_id, ...change });
  }

  /** Runs a job of this configuration, on one device when it does not say otherwise. */
  async run(name: string, change: Pick<JobConfigInput, "framework"> & Partial<JobConfigInput>): Promise<string> {
    const config = { app_id: null, library_id: null, devices: anyDevices(1), ...QUIET, ...change };
    const { job_id } = await this.#client.call(ENDPOINTS.jobCreate, { query, body: { name, config } });
    const { test_id } = await this.#client.call(ENDPOINTS.jobRun, { params: { job_id }, query, body: {} });
    const ended = async () =>
      (await this.#client.call(ENDPOINTS.runGet, { params: { test_id }, query })).verdict ?? undefined;
    await until("the run's end", ended, 300_000);
    return test_id;
  }

  /** What each device left, files in the order of their numbers. */
  async parts(test_id: string): Promise<Part[]> {
    const { list } = await this.#client.call(ENDPOINTS.runDevices, { params: { test_id }, query });
    return Promise.all(
      list.map(async ({ device_id, device_seq }) => {
        const params = { test_id, device_id: device_id! };
        const { resource_list } = await this.#client.call(ENDPOINTS.resourceList, { params, query });
        const files = resource_list.toSorted((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
        const read = files.map(async ({ resource_id, name, kind }) => {
          const answer = await this.#client.raw(ENDPOINTS.resourceGet, { params: { ...params, resource_id }, query });
          return { name, kind, text: await answer.text() };
        });
        return { device_seq, files: await Promise.all(read) };
      }),
    );
  }

  async exported(test_id: string, format: "junit" | "csv"): Promise<string> {
    const answer = await this.#client.raw(ENDPOINTS.runExport, { params: { test_id }, query: { ...query, format } });
    return answer.text();
  }

  async junit(test_id: string): Promise<XmlElement> {
    return readXml(await this.exported(test_id, "junit"));
  }
}

/** The JUnit files that a framework itself wrote, by their names. */
export const reportsOf = ({ files }: Part): { name: string; xml: XmlElement }[] =>
  files
    .filter(({ kind }) => kind === "report")
    .map(({ name, text }) => ({
      name, // node:test writes into XML what may not stand there.
      xml: readXml(text.replaceAll("]]>", "]]&gt;")),
    }));

/** All `<testcase>`s in an element. */
export const testcasesIn = (all: readonly XmlElement[]): XmlElement[] =>
  all.flatMap((one) => (one.name === "testcase" ? [one] : testcasesIn(one.children)));

/** Where the library lay while it ran is left out of what leaves the agent. */
export const withoutPlace = (text: string): string => text.replaceAll(/(?:file:\/\/)?\/[^\s"'():]*?\/library\//g, "");
