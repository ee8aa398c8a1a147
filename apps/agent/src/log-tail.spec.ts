import { agentLogTail, LIMITS } from "@udt/contract";
import { expect, it } from "vitest";
import { LogTail } from "./log-tail.ts";

const NOW = 1_800_000_000_000;

function makeTail(secrets: string[] = []) {
  const tail = new LogTail(secrets, () => NOW);
  return { tail, log: tail.beside(() => undefined) };
}

it("keeps what was logged with its facts, and hands it on", () => {
  const written: unknown[] = [];
  const tail = new LogTail([], () => NOW);
  const log = tail.beside((...line) => written.push(line));
  log("info", "link to the server is up", { agent_id: "a1" });
  log("error", "it broke", { error: new Error("no such thing") });
  expect(tail.lines[0]).toEqual({ time: NOW, level: "info", text: 'link to the server is up {"agent_id":"a1"}' });
  expect(tail.lines[1]?.text).toContain("no such thing");
  expect(written).toHaveLength(2);
});

it("tells no secret, not even the half of one at the end of a line", () => {
  const { tail, log } = makeTail(["token-of-the-agent", ""]);
  log("warn", "refused", { header: "Bearer token-of-the-agent", url: "https://me:pass@git.example/lib" });
  log("warn", `${"x".repeat(LIMITS.agent_log_line_max - 8)}token-of-the-agent`);
  const told = JSON.stringify(tail.lines);
  expect(told).not.toContain("token-of");
  expect(told).not.toContain("me:pass");
  expect(told).toContain("git.example/lib");
});

it("keeps the newest alone, and fits into a message whatever was logged", () => {
  const { tail, log } = makeTail();
  for (let index = 0; index < 2 * LIMITS.agent_log_lines; index++) log("info", `line ${index}`);
  expect(tail.lines).toHaveLength(LIMITS.agent_log_lines);
  expect(tail.lines.at(-1)?.text).toBe(`line ${2 * LIMITS.agent_log_lines - 1}`);

  for (let index = 0; index < LIMITS.agent_log_lines; index++) log("info", "電".repeat(LIMITS.agent_log_line_max));
  log("info", "the newest");
  expect(Buffer.byteLength(JSON.stringify(tail.lines))).toBeLessThan(LIMITS.control_message_max_bytes);
  expect(tail.lines.at(-1)?.text).toBe("the newest");
  expect(agentLogTail.parse({ lines: tail.lines }).lines.length).toBeGreaterThan(100);
});
