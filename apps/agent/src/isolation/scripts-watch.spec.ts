import { say } from "@udt/base";
import type { AgentScripts } from "@udt/contract";
import { startPhones } from "@udt/phone";
import { expect, test } from "vitest";
import type { ContractServer } from "../../test/contract-server.ts";
import { makeAgent, makeReady, makeServer, startSession } from "../../test/harness.ts";
import { LIBRARY, RunServer } from "../../test/run-server.ts";
import { podmanInfo, standInEngines } from "../../test/stand-in-engine.ts";

/** What the agent says first: in its hello, or after it when it was still finding out. */
const firstWord = (server: ContractServer): Promise<AgentScripts> =>
  Promise.race([
    server.until("hello", ({ scripts }) => scripts !== undefined).then(({ scripts }) => scripts!),
    server.until("scripts").then(({ scripts }) => scripts),
  ]);
const next = (server: ContractServer, fits: (scripts: AgentScripts) => boolean): Promise<AgentScripts> =>
  server.until("scripts", ({ scripts }) => fits(scripts)).then(({ scripts }) => scripts);

test("an engine that comes, changes, fails or goes is told without a restart", async () => {
  const engines = await standInEngines();
  const server = await makeServer();
  await makeAgent(server, {}, { engineLookMs: 20 });
  const first = await firstWord(server);
  expect(first).toMatchObject({ engine: null, engine_faults: [] });
  // Of the machine that the spec runs on it is known only that the agent has found out.
  expect(first.isolation_reason === null).toBe(first.isolation === "namespaces");

  await engines.install("podman", podmanInfo("4.3.1"));
  await next(server, ({ engine }) => engine?.version === "4.3.1");
  await engines.install("podman", podmanInfo("4.9.3"));
  await next(server, ({ engine }) => engine?.version === "4.9.3");
  await engines.install("podman", podmanInfo("4.9.3", { rootless: true }));
  expect(await next(server, ({ engine_faults }) => engine_faults.length > 0)).toMatchObject({
    engine: null,
    engine_faults: [{ name: "podman", fault: "rootless" }],
  });
  const count = server.received.length;
  await engines.remove("podman");
  await server.until("scripts", ({ scripts }) => scripts.engine_faults.length === 0, count);

  await engines.install("podman", podmanInfo("5.0.0"));
  await next(server, ({ engine }) => engine?.version === "5.0.0");
  const before = server.received.length;
  server.breakLink();
  const hello = await server.until("hello", () => true, before);
  expect(hello.scripts).toMatchObject({ engine: { name: "podman", version: "5.0.0" } });
  // It is told when it changes, not each time that it is asked.
  const told = server.received.flatMap((message) => (message.type === "scripts" ? [message.scripts] : []));
  expect(told.filter((scripts, index) => JSON.stringify(scripts) === JSON.stringify(told[index - 1]))).toEqual([]);
  expect(server.takeFaults()).toEqual([]);
});

test("an engine that a run could not use is asked again at once", async () => {
  const engines = await standInEngines();
  await engines.install("podman", podmanInfo("4.3.1"));
  const { server, device } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  expect((await firstWord(server)).engine).toEqual({ name: "podman", version: "4.3.1" });
  await engines.remove("podman");
  const environment = { kind: "image", image: "localhost/tests", tag: "1", credential_id: null } as const;
  const run = new RunServer(server, { library: LIBRARY, config: { framework: "shell", environment } }, []);
  await startSession(server, device, 1, "job");
  expect(await run.finished).toEqual({
    outcome: "environment_failed",
    error: say("engine_missing", {}, "neither podman nor docker is installed"),
  });
  // By itself it would look again in a minute, which is longer than this test may take.
  await next(server, ({ engine }) => engine === null);
});
