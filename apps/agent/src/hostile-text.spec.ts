import { expectLinear } from "@udt/testkit/work";
import { expect, it } from "vitest";
import { locationOf } from "./runners/node-test/inside/reports.mts";
import { readAgentSettings } from "./settings.ts";

it("takes slashes off the server's address, however many stand within it", () => {
  const env = { UDT_SERVER_URL: "http://localhost:8700//", UDT_AGENT_TOKEN: "t".repeat(40) };
  expect(readAgentSettings(env)).toMatchObject({ value: { server_url: "http://localhost:8700" } });
  expectLinear((size) => readAgentSettings({ ...env, UDT_SERVER_URL: `http://localhost${"/".repeat(size)}a` }));
});

it("finds the innermost line of the library in a stack, however long that is", () => {
  const file = `${process.cwd()}/a.test.mjs`;
  const told = { name: "a", nesting: 0, file } as unknown as Parameters<typeof locationOf>[1];
  const thrown = (stack: string) => Object.assign(new Error("no"), { stack });
  for (const place of [`(file://${file}:7:3)`, `${file}:7:3`, `async file://${file}:7:3`])
    expect(locationOf(thrown(`Error: no\n    at node:internal:1:2\n    at f ${place}`), told)).toEqual({
      file: "a.test.mjs",
      line: 7,
    });
  expectLinear((size) => locationOf(thrown("0/0".repeat(size / 3)), told));
});
