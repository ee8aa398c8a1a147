import { gunzipSync } from "node:zlib";
import { ENDPOINTS, memoryFlame } from "@udt/contract";
import { shopFiles } from "@udt/memory/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TestServer, type Person } from "../../../test/harness.ts";
import { Tracer } from "../../../test/memory-tracer.ts";
import { newId } from "../../platform/ids.ts";

describe("the tree of a memory sample", () => {
  let udt: TestServer;
  let member: Person;
  let guest: Person;
  let project: string;
  let tracer: Tracer;

  beforeAll(async () => {
    udt = await TestServer.start();
    [member, guest] = [await udt.person("member"), await udt.person("guest")];
  });
  afterAll(() => udt.dispose());
  beforeEach(async () => {
    project = await udt.project(`p-${newId().slice(0, 8)}`, [{ person: member, user_type: 2 }], { visibility: 2 });
    tracer = new Tracer(udt, member, project);
  });

  const ask = (sample_id: string, query: object = {}) =>
    udt.call(ENDPOINTS.memorySampleTree, { as: guest, query: { project, ...query }, params: { sample_id } });
  const flame = async (sample_id: string, query: object = {}) =>
    memoryFlame.parse(JSON.parse((await ask(sample_id, query)).text));
  const sampleOf = async (text: string) =>
    (await tracer.read((await tracer.trace(newId())).trace_id, { "a.txt": text })).sample_id;

  it("is told as columns to whoever sees the project", async () => {
    const sample_id = await sampleOf("main;load 4096\nmain;load;decode 100\nmain;draw 7\n");
    expect(await flame(sample_id)).toEqual({
      tree: "malloc",
      symbols: ["main", "load", "decode", "draw"],
      images: [""],
      image: [0, 0, 0, 0],
      depth: [0, 1, 2, 1],
      frame: [0, 1, 2, 3],
      own: [0, 4_096, 100, 7],
      own_before: null,
      left_out: 0,
    });
  });

  it("has no calls where the sample has no such tree", async () => {
    const { trace_id } = await tracer.trace();
    const { sample_id } = await tracer.read(trace_id, { "vmmap.txt": shopFiles(3)["vmmap.txt"] ?? "" });
    expect(await flame(sample_id, { tree: "vm" })).toMatchObject({ tree: "vm", depth: [], symbols: [] });
  });

  it("stands beside that of another sample, by names", async () => {
    const before = await sampleOf("main;load 1000\nmain;old 5\n");
    const after = await sampleOf("main;load 4096\nmain;new 6\n");
    const { symbols, frame, own, own_before } = await flame(after, { before });
    const sizes = Object.fromEntries(frame.map((symbol, at) => [symbols[symbol], [own_before?.[at], own[at]]]));
    expect(sizes).toEqual({ main: [0, 0], load: [1_000, 4_096], old: [5, 0], new: [0, 6] });
  });

  it("comes gzipped for whom that suits", async () => {
    const sample_id = await sampleOf("main;load 4096\n");
    const { server } = udt;
    const url = `${udt.settings.base_path}${ENDPOINTS.memorySampleTree.path.replace("{sample_id}", sample_id)}?project=${project}`;
    const answer = (accepted: string) =>
      server.app.inject({ url, headers: { cookie: guest.cookie, "accept-encoding": accepted } });
    const zipped = await answer("br, gzip");
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(JSON.parse(String(gunzipSync(zipped.rawPayload)))).toMatchObject({ symbols: ["main", "load"] });
    const plain = await answer("br, gzip;q=0");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.json()).toMatchObject({ symbols: ["main", "load"] });
  });

  it("is a file for other programs, as collapsed stacks and as a profile of pprof", async () => {
    const sample_id = await sampleOf("main;load 4096\nmain;load;decode 100\nmain;draw 7\n");
    const lines = await ask(sample_id, { format: "collapsed" });
    expect(lines.text).toBe("main;load 4096\nmain;load;decode 100\nmain;draw 7\n");
    expect(lines.headers["content-disposition"]).toContain("memory-malloc.collapsed.txt");
    const { server } = udt;
    const path = ENDPOINTS.memorySampleTree.path.replace("{sample_id}", sample_id);
    const url = `${udt.settings.base_path}${path}?project=${project}&format=pprof`;
    const file = await server.app.inject({ url, headers: { cookie: guest.cookie, "accept-encoding": "gzip" } });
    expect(file.headers["content-encoding"]).toBeUndefined();
    expect(file.headers["content-disposition"]).toContain("memory-malloc.pb.gz");
    // It is read as what it was written of.
    const { trace_id } = await tracer.trace();
    const again = await tracer.read(trace_id, { "memory.pb.gz": file.rawPayload });
    expect(again.files[0]?.format).toBe("pprof");
    const same = await ask(again.sample_id, { format: "collapsed" });
    expect(same.text).toBe(lines.text);
  });

  it("is not told of what cannot be read, is gone, or is another project's", async () => {
    const sample_id = await sampleOf("main;load 4096\n");
    const refused = await sampleOf("Dear Sir\n");
    expect((await ask(refused)).code).toBe("memory_sample_unread");
    expect((await ask(sample_id, { before: refused })).code).toBe("memory_sample_unread");
    expect((await ask(newId())).code).toBe("memory_sample_not_found");
    const elsewhere = await udt.project(`q-${newId().slice(0, 8)}`, [{ person: member, user_type: 1 }]);
    const query = { project: elsewhere };
    const other = await udt.call(ENDPOINTS.memorySampleTree, { as: member, query, params: { sample_id } });
    expect(other.code).toBe("memory_sample_not_found");
  });
});
