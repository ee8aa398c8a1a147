/** What the specs of memory traces share: samples of a shop that grows, and files as a client sends them. */
import { ENDPOINTS, type MemorySample, type MemoryTrace } from "@udt/contract";
import { Uploader, type PackageBytes, packageBytes, eventually } from "../src/assets/apps/apps.fixture.ts";
import type { Upload } from "../src/assets/apps/uploads.service.ts";
import type { Person, TestServer } from "./harness.ts";

/** Stacks that take a moment to be read. */
export const manyStacks = (lines: number): string =>
  Array.from({ length: lines }, (_, index) => `main;begin${index % 97};load${index % 10_007};end${index} 4096`).join(
    "\n",
  );

/** One person's traces in one project. */
export class Tracer extends Uploader {
  readonly #udt: TestServer;
  constructor(udt: TestServer, as: Person, project: string) {
    super(udt, as, project);
    this.#udt = udt;
  }

  override create({ md5, size_bytes }: PackageBytes, file_name = "a.txt"): Promise<Upload> {
    const body = { file_name, md5, size_bytes };
    return this.#udt.ok(ENDPOINTS.memoryUploadCreate, { as: this.as, query: this.query, body });
  }

  /** @returns the upload's id */
  async send(text: string | Buffer, file_name: string): Promise<string> {
    const file = packageBytes(typeof text === "string" ? Buffer.from(text) : text);
    const upload = await this.create(file, file_name);
    await this.chunks(upload, file);
    return upload.upload_id;
  }

  trace(name = "Shop"): Promise<MemoryTrace> {
    const body = { name, app_name: "Shop", app_version: "1.2" };
    return this.#udt.ok(ENDPOINTS.memoryTraceCreate, { as: this.as, query: this.query, body });
  }

  async sample(trace_id: string, files: Record<string, string | Buffer>, label = ""): Promise<MemorySample> {
    const upload_ids: string[] = [];
    for (const [name, text] of Object.entries(files)) upload_ids.push(await this.send(text, name));
    const body = { label, upload_ids };
    return this.#udt.ok(ENDPOINTS.memorySampleCreate, { as: this.as, query: this.query, params: { trace_id }, body });
  }

  async samples(trace_id: string): Promise<MemorySample[]> {
    const call = { as: this.as, query: this.query, params: { trace_id } };
    return (await this.#udt.ok(ENDPOINTS.memoryTraceGet, call)).samples;
  }

  /** The sample once it is not being read any more. */
  over({ sample_id, trace_id }: MemorySample): Promise<MemorySample> {
    return eventually(async () => {
      const sample = (await this.samples(trace_id)).find((one) => one.sample_id === sample_id);
      if (!sample || sample.state === "reading") throw new Error(`sample ${sample_id} is being read`);
      return sample;
    });
  }

  async read(trace_id: string, files: Record<string, string | Buffer>, label = ""): Promise<MemorySample> {
    return this.over(await this.sample(trace_id, files, label));
  }
}
