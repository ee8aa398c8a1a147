/** What an agent tells of itself and of the computer that it runs on. */
import { agentLogTail } from "@udt/contract";
import { expect, it } from "vitest";
import { makeAgent, makeServer } from "../test/harness.ts";

it("tells its addresses at first, how its computer is with each heartbeat, and its log when it is asked", async () => {
  const server = await makeServer();
  server.heartbeatMs = 20;
  await makeAgent(server);
  const hello = await server.until("hello");
  const { machine } = hello;
  expect(hello.addresses).toBeInstanceOf(Array);
  expect(hello.addresses).not.toContain("127.0.0.1");
  expect(machine?.cores).toBeGreaterThan(0);
  expect(machine?.memory_free_bytes).toBeLessThan(machine?.memory_bytes ?? 0);
  const beat = await server.until("heartbeat");
  expect(beat.machine).toMatchObject({ cores: machine?.cores, memory_bytes: machine?.memory_bytes });

  const reply = await server.request({ type: "log_tail" });
  const { lines } = agentLogTail.parse(reply.data);
  expect(lines.map(({ text }) => text)).toContainEqual(expect.stringContaining("link to the server is up"));
  expect(JSON.stringify(lines)).not.toContain(server.token);
});
