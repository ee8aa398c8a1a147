import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import type { WebSocket } from "ws";
import type { AgentToServer } from "@udt/contract";
import { until } from "../../../test/harness.ts";
import { deviceReport } from "../../../test/scripted-agent.ts";
import { smallJpeg } from "../../../test/small-jpeg.ts";
import { systemServerClock } from "../../platform/clock.ts";
import { AgentLink, type AgentReport } from "./agent-link.ts";

type ReportTaker = (report: AgentReport) => Promise<void>;

/** A link over a socket that a test speaks for. */
function linkOver(onReport: ReportTaker) {
  const socket = Object.assign(new EventEmitter(), { readyState: 1, OPEN: 1, ping: (_mark: string) => {} });
  const link = new AgentLink({
    agent_id: "agent",
    ip: "127.0.0.1",
    serverUrl: "ws://127.0.0.1",
    socket: socket as unknown as WebSocket,
    clock: systemServerClock,
    onReport: (_link, report) => onReport(report),
    onHeard: () => undefined,
    onMessage: () => undefined,
    onClosed: () => undefined,
    onGarbage: (_link, reason) => expect.unreachable(reason),
    onError: (error) => expect.unreachable(String(error)),
  });
  const say = (message: AgentToServer) => socket.emit("message", Buffer.from(JSON.stringify(message)), false);
  return { socket, link, say };
}
const device = { type: "device", device: deviceReport("one") } as const;

it("hears out what is still on its way, and nobody who has hung up", async () => {
  const taken: AgentReport[] = [];
  const { socket, link, say } = linkOver(async (report) => void taken.push(report));
  // Its answer comes behind what it said before.
  socket.ping = (mark) =>
    void setImmediate(() => {
      say(device);
      socket.emit("pong", Buffer.from(mark));
    });
  await link.heardOut();
  expect(taken).toEqual([device]);
  socket.ping = () => void setImmediate(() => socket.emit("close"));
  await link.heardOut();
});

it("keeps no report waiting for pictures, and comes down to each device's last", async () => {
  const taken: AgentReport[] = [];
  const disk = Promise.withResolvers<void>();
  const { link, say } = linkOver(async (report) => {
    if (report.type === "picture") await disk.promise;
    taken.push(report);
  });
  const picture = (serial: string, mark: number) =>
    ({ type: "picture", serial, lease: null, jpeg: smallJpeg(mark).toString("base64") }) as const;
  say(picture("one", 1));
  say(device);
  await link.caughtUp();
  expect(taken.map(({ type }) => type)).toEqual(["device"]);
  for (const mark of [2, 3, 4]) {
    say(picture("one", mark));
    say(picture("two", mark));
  }
  disk.resolve();
  await until(() => expect(taken).toHaveLength(4));
  expect(taken.slice(1)).toEqual([picture("one", 1), picture("one", 4), picture("two", 4)]);
});
