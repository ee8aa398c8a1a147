import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { deferred } from "@udt/base";
import { createClient } from "@udt/client";
import { expect, it, vi } from "vitest";
import { detectIsolation } from "../isolation/isolation.ts";
import { TaskManager } from "./task-manager.ts";

async function managerOf(server: Server, data_dir: string): Promise<TaskManager> {
  await once(server, "listening");
  const server_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new TaskManager({
    client: createClient({ baseUrl: server_url }),
    data_dir,
    environments: { cache_dir: join(data_dir, "cache"), install_hosts: [] },
    server_url,
    log: () => undefined,
    isolation: detectIsolation,
    signing_tool: { name: "zsign", version: "1.1.1" },
    onReport: () => undefined,
  });
}

it("tells that a task failed also when there is no place for its folder", async () => {
  const data_dir = mkdtempSync(join(tmpdir(), "udt-tasks-"));
  writeFileSync(join(data_dir, "tasks"), "no folder");
  const told = deferred<[string | undefined, unknown]>();
  const server = createServer((request, response) => {
    void json(request).then((body) => told.resolve([request.url, body]));
    response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  const manager = await managerOf(server, data_dir);
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

it("begins a task anew that was called off and is its own again, once the first is over", async () => {
  const data_dir = mkdtempSync(join(tmpdir(), "udt-tasks-"));
  const asked: string[] = [];
  const told = deferred<unknown>();
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    if (request.url?.endsWith("/finish")) void json(request).then(told.resolve);
    const refusal = { ret: 1, data: { code: "app_not_found", args: { app_id: "a" } }, msg: "", request_id: "r" };
    // The first is amid its download.
    if (asked.length > 1) response.writeHead(404, { "content-type": "application/json" }).end(JSON.stringify(refusal));
  }).listen(0, "127.0.0.1");
  const manager = await managerOf(server, data_dir);
  const app = { file_name: "shop.ipa", size_bytes: 1, md5: "" };
  const task = { task_id: "t", kind: "resign", payload: { app } } as const;
  manager.start(task);
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 20_000 });
  manager.cancel("t");
  manager.start(task);
  expect(manager.ids).toEqual(["t"]);
  expect(await told.promise).toMatchObject({ kind: "resign", failure: "app_not_had" });
  await manager.stop();
  expect(manager.ids).toEqual([]);
  server.closeAllConnections();
  server.close();
  rmSync(data_dir, { recursive: true });
});
