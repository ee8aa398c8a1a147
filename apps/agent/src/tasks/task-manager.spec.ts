import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { deferred } from "@udt/base";
import { createClient } from "@udt/client";
import { expect, it } from "vitest";
import { detectIsolation } from "../isolation/isolation.ts";
import { TaskManager } from "./task-manager.ts";

it("tells that a task failed also when there is no place for its folder", async () => {
  const data_dir = mkdtempSync(join(tmpdir(), "udt-tasks-"));
  writeFileSync(join(data_dir, "tasks"), "no folder");
  const told = deferred<[string | undefined, unknown]>();
  const server = createServer((request, response) => {
    void json(request).then((body) => told.resolve([request.url, body]));
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const server_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const manager = new TaskManager({
    client: createClient({ baseUrl: server_url }),
    data_dir,
    environments: { cache_dir: join(data_dir, "cache"), install_hosts: [] },
    server_url,
    log: () => undefined,
    isolation: detectIsolation,
    signing_tool: null,
    onReport: () => undefined,
  });
  const addresses: [] = [];
  const payload = { framework: "shell", url: null, path: "/x", addresses, branch: "", auth: null } as const;
  manager.start({ task_id: "t", kind: "parse", payload: { ...payload, allow_unisolated: true } });
  const [url, body] = await told.promise;
  expect(url).toContain("/v1/agent/tasks/t/finish");
  expect(body).toMatchObject({ kind: "parse", failure: "parser_exited", result: { commit_id: "", case_count: 0 } });
  await manager.stop();
  server.close();
  rmSync(data_dir, { recursive: true });
});
