import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { createClient } from "@udt/client";
import { LIMITS, MEMGRAPH_TOOLS, type MemgraphTool } from "@udt/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { detectIsolation } from "../isolation/isolation.ts";
import { memgraph } from "./memgraph.ts";
import { readsMemgraphs } from "./memgraph-tools.ts";
import type { TaskRoom } from "./task-room.ts";

const GRAPH = Buffer.from("bplist00 what the shop held");

let base: string;
let folder: string;
/** What was brought, by its tool. */
let brought: Partial<Record<MemgraphTool, string>>;
let stages: string[];
let stop: (() => unknown)[];
const seen = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 });
const program = (name: MemgraphTool, script: string) => {
  writeFileSync(join(base, "bin", name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(base, "bin", name), 0o755);
};
/** Each writes what it was called with, and how large the file is that it was given. */
const tools = () => {
  for (const name of MEMGRAPH_TOOLS) program(name, `echo "${name} $*"; wc -c <graph.memgraph`);
  program("footprint", 'echo "not this"; echo "{\\"words\\": \\"$1 $3\\"}" >"$2"');
};

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "udt-memgraph-"));
  folder = join(base, "task");
  mkdirSync(join(base, "bin"));
  vi.stubEnv("PATH", `${join(base, "bin")}${delimiter}${process.env["PATH"] ?? ""}`);
  [brought, stages, stop] = [{}, [], []];
});
afterEach(() => {
  for (const end of stop) end();
  vi.unstubAllEnvs();
  rmSync(base, { recursive: true });
});

/** Does a task against a server that has `graph`, and answers texts that are brought as `answer` says. */
async function read(
  options: {
    graph?: Buffer;
    size_bytes?: number;
    wanted?: readonly MemgraphTool[];
    refuses?: { status: number; ret: number; code: string };
    signal?: AbortSignal;
  } = {},
) {
  const { graph = GRAPH, wanted = MEMGRAPH_TOOLS, size_bytes = graph.length, refuses } = options;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === "GET") return response.end(graph);
    const tool = (request.url ?? "").split("/").at(-1) as MemgraphTool;
    brought[tool] = String(await buffer(request));
    const data = refuses ? { code: refuses.code, args: {} } : null;
    const body = { ret: refuses?.ret ?? 0, data, msg: "", request_id: "r" };
    return response.writeHead(refuses?.status ?? 200, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  const server = createServer((...of) => void answer(...of));
  stop.push(() => server.close().closeAllConnections());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const server_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const room: TaskRoom = {
    client: createClient({ baseUrl: server_url }),
    server_url,
    environments: { cache_dir: join(base, "cache"), install_hosts: [] },
    isolation: detectIsolation,
    signing_tool: null,
    log: () => undefined,
    folder,
    signal: options.signal ?? new AbortController().signal,
    onStage: (stage, percent) => stages.push(`${stage} ${percent}`),
    insist: async (call) => void (await call()),
  };
  const file = { file_name: "shop.memgraph", size_bytes };
  return memgraph({ task_id: "t", kind: "memgraph", payload: { file, tools: [...wanted] } }, room);
}

describe("whether an agent reads memory graphs", () => {
  it("takes a Mac and all of the tools: neither does alone", async () => {
    vi.stubEnv("PATH", join(base, "bin"));
    expect(await readsMemgraphs("darwin")).toBe(false);
    tools();
    expect(await readsMemgraphs("linux")).toBe(false);
    expect(await readsMemgraphs("darwin")).toBe(true);
    rmSync(join(base, "bin", "leaks"));
    expect(await readsMemgraphs("darwin")).toBe(false);
  });
});

describe("a memory graph at an agent", { timeout: 60_000 }, () => {
  it("is read by each tool with its words, and each text is brought", async () => {
    tools();
    expect(await read()).toEqual({ kind: "memgraph", failure: null, message: null, notes: [] });
    const size = `${GRAPH.length}\n`;
    expect(brought).toEqual({
      footprint: '{"words": "--json graph.memgraph"}\n',
      vmmap: `vmmap -summary graph.memgraph\n${size}`,
      heap: `heap -s graph.memgraph\n${size}`,
      leaks: `leaks graph.memgraph\n${size}`,
      malloc_history: `malloc_history graph.memgraph -allBySize -fullStacks\n${size}`,
    });
    expect(stages.filter((stage) => stage.startsWith("tools"))).toEqual(
      [0, 20, 40, 60, 80].map((percent) => `tools ${percent}`),
    );
    expect(existsSync(join(folder, "place"))).toBe(false);
  });

  it("is unpacked for them where it came gzipped, and read by those alone that are wanted", async () => {
    tools();
    expect(await read({ graph: gzipSync(GRAPH), wanted: ["heap"] })).toMatchObject({ failure: null });
    expect(brought).toEqual({ heap: `heap -s graph.memgraph\n${GRAPH.length}\n` });
  });

  it("loses nothing of the others by a tool that fails, and tells its own words", async () => {
    tools();
    program("vmmap", "echo 'half of it'; echo 'vmmap: cannot load the graph' >&2; exit 3");
    program("heap", "true");
    // It found leaks, and says so.
    program("leaks", "echo found; exit 1");
    program("malloc_history", "echo 'malloc_history: no stack logs' >&2; exit 1");
    rmSync(join(base, "bin", "footprint"));
    const end = await read();
    expect(end).toMatchObject({
      failure: null,
      notes: [
        { code: "memgraph_tool_gone", args: { tool: "footprint" } },
        {
          code: "memgraph_tool_failed",
          args: { tool: "vmmap", exit_code: 3 },
          evidence: "vmmap: cannot load the graph",
        },
        { code: "memgraph_tool_empty", args: { tool: "heap" } },
        { code: "memgraph_no_stacks", evidence: "malloc_history: no stack logs" },
      ],
    });
    expect(brought).toEqual({ leaks: "found\n" });
  });

  it("fails where none of them tells anything, with why of each", async () => {
    for (const name of MEMGRAPH_TOOLS) program(name, "exit 2");
    expect(await read()).toMatchObject({
      failure: "tools_failed",
      message: { code: "memgraph_nothing" },
      notes: { length: MEMGRAPH_TOOLS.length },
    });
    expect(brought).toEqual({});
  });

  it("brings nothing that lies elsewhere: a link in a text's place is no text", async () => {
    tools();
    writeFileSync(join(base, "secret"), "secret of the agent");
    program("footprint", `ln -s ${join(base, "secret")} "$2"`);
    expect(await read({ wanted: ["footprint", "heap"] })).toMatchObject({
      notes: [{ code: "memgraph_tool_empty", args: { tool: "footprint" } }],
    });
    expect(Object.keys(brought)).toEqual(["heap"]);
  });

  it("ends at once when it is called off, and with it the tool", async () => {
    tools();
    const stopped = new AbortController();
    program("vmmap", "echo begun >begun; sleep 600");
    const reading = read({ signal: stopped.signal, wanted: ["vmmap", "heap"] });
    await seen(() => expect(existsSync(join(folder, "place", "library", "begun"))).toBe(true));
    stopped.abort();
    expect(await reading).toMatchObject({ failure: "tools_failed", message: { code: "too_long" } });
    expect(brought).toEqual({});
    expect(existsSync(join(folder, "place"))).toBe(false);
  });

  it("is not read where it did not come whole", async () => {
    tools();
    const late = new AbortController();
    const reading = read({ size_bytes: GRAPH.length + 1, signal: late.signal });
    await seen(() => expect(stages.filter((stage) => stage === "download 96").length).toBeGreaterThan(1));
    late.abort();
    expect(await reading).toMatchObject({ failure: "file_not_had" });
    expect(brought).toEqual({});
  });

  it("goes on where the server has no room for a text, and ends where the task is another's", async () => {
    tools();
    expect(await read({ refuses: { status: 409, ret: 10_456, code: "memory_no_room" } })).toMatchObject({
      failure: "tools_failed",
      notes: MEMGRAPH_TOOLS.map((tool) => ({ code: "memgraph_not_kept", args: { tool, code: "memory_no_room" } })),
    });
    [folder, brought] = [join(base, "again"), {}];
    expect(await read({ refuses: { status: 404, ret: 10_401, code: "agent_task_not_found" } })).toMatchObject({
      failure: "tools_failed",
      message: { code: "called_off" },
    });
    expect(Object.keys(brought)).toEqual(["footprint"]);
  });

  it("has no text of more than the server takes", async () => {
    tools();
    // No byte of it is written.
    program("heap", `truncate -s ${LIMITS.memgraph_output_max_bytes + 1} /dev/stdout`);
    expect(await read({ wanted: ["heap", "leaks"] })).toMatchObject({
      notes: [{ code: "memgraph_tool_large", args: { tool: "heap", gb: 2 } }],
    });
    expect(Object.keys(brought)).toEqual(["leaks"]);
  });
});
