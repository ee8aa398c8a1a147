import { delay } from "@udt/base";
import { socketUrl } from "@udt/client";
import { PACKET_HEADER_BYTES, SOCKETS } from "@udt/contract";
import { until } from "@udt/testkit";
import { WebSocket } from "ws";
import { cpuPercent, rssMb } from "./lib/process-facts.ts";
import type { Benchmark, Row } from "./lib/report.ts";
import { sessionCookie } from "./lib/sign-in.ts";
import { round } from "./lib/stats.ts";
import { endSession, processesOf, PROJECT, startApp, startMeasuredUdt, startSession } from "./lib/udt.ts";

const GAME = "dev.udt.game";
const SECONDS = 15;
const SETTLE_MS = 3_000;

export default {
  title: "agent and phone while one viewer watches a game of 60 frames/s, and at rest",
  async run() {
    const udt = await startMeasuredUdt(1);
    try {
      const { roles, pids } = processesOf(udt);
      const client = await udt.signIn();
      const [device] = await udt.idleDevices(1);
      const { device_id } = device!;
      const idleCpu = await cpuPercent(pids, SECONDS);
      const idleRss = pids.map(rssMb);

      const test_id = await startSession(client, device_id);
      const url = socketUrl(udt.url, SOCKETS.stream, { test_id, device_id, stream: "screen" }, PROJECT);
      const viewer = new WebSocket(url, {
        perMessageDeflate: false,
        headers: { cookie: await sessionCookie(udt) },
      });
      let frames = 0;
      let bytes = 0;
      viewer.on("message", (data: Buffer, isBinary) => {
        if (!isBinary) return;
        frames++;
        bytes += data.length - PACKET_HEADER_BYTES;
      });
      await until("the first frame", () => frames > 0 || undefined);
      await startApp(client, test_id, device_id, GAME);
      await until("the game in motion", () => frames > 100 || undefined);

      const [framesBefore, bytesBefore, started] = [frames, bytes, performance.now()];
      const cpu = await cpuPercent(pids, SECONDS);
      const elapsed = (performance.now() - started) / 1000;
      const fps = (frames - framesBefore) / elapsed;
      const rss = pids.map(rssMb);
      viewer.close();
      await endSession(client, test_id, device_id);
      await delay(SETTLE_MS);
      const rssAfter = pids.map(rssMb);

      const rows = roles.flatMap((role, index): Row[] => [
        { what: `${role} CPU with a viewer`, unit: "%", value: cpu[index]! },
        { what: `${role} CPU at rest`, unit: "%", value: idleCpu[index]! },
        { what: `${role} memory with a session`, unit: "MB", value: rss[index]! },
        { what: `${role} memory at rest`, unit: "MB", value: idleRss[index]! },
        { what: `${role} memory after the session`, unit: "MB", value: rssAfter[index]! },
      ]);
      rows.unshift({ what: "frames per second at the viewer", unit: "fps", value: fps, floor: 60 });
      return { rows, notes: [`${round(((bytes - bytesBefore) * 8) / elapsed / 1e6)} Mbit/s of 720 × 1600 H.264`] };
    } finally {
      await udt.stop();
    }
  },
} satisfies Benchmark;
