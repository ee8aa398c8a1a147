/** Streams by the data channels of a direct path, with the library that the agent has as the browser's end. */
import { startPhones } from "@udt/phone";
import { describe, expect, it } from "vitest";
import type { StreamTap } from "../../test/contract-server.ts";
import { askForKey, connect, openChannel, twoWays } from "../../test/direct-browser.ts";
import { eventually, makeReady, openStream, startSession } from "../../test/harness.ts";

const SIZE = { width: 432, height: 960 };
const touch = (action: string, y = 500) => JSON.stringify({ type: "touch", action, pointer_id: 0, x: 200, y, ...SIZE });
const bytesOf = (text: string) => new TextEncoder().encode(text);
const TURN = JSON.stringify({ way: "turn", turn: 1 });

/** A phone that writes to its log what it is touched by, and a stream for it. */
async function ready() {
  const { server, device, first } = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const lease = await startSession(server, device);
  first.phone.screen.start("dev.udt.testpattern");
  const log = await openStream(server, lease, "log");
  const input = await openStream(server, lease, "input", "any", false);
  await input.until(({ texts }) => texts.some(({ type }) => type === "ready"));
  const at = await connect(server, lease);
  return { server, lease, log, input, at };
}

/** What the phone was touched by, in its order. */
function touchesIn(log: StreamTap): string[] {
  const lines = log.texts.flatMap(({ lines }) => (lines ?? []) as unknown[][]);
  return lines.flatMap((line) => /action=(\w+)/.exec(String(line[5]))?.slice(1) ?? []);
}
/** What a socket brought beside the words about ways. */
const typesIn = ({ texts }: StreamTap) => texts.flatMap(({ type }) => (type === undefined ? [] : [type]));

describe("a stream's channel", () => {
  it("brings what is said both ways, and the socket has the server's question alone", async () => {
    const { log, input, at } = await ready();
    const pings: string[] = [];
    input.socket.on("ping", (data) => pings.push(data.toString()));
    const { ways, taken } = await twoWays(input, at);
    const before = typesIn(input).length;
    for (const action of ["down", "up", "down", "up"]) ways.send(touch(action));
    ways.send('{"type":"mark","mark":7}');
    ways.send('{"type":"sync","seq":3}');
    await eventually(() => expect(taken.some(({ frame }) => String(frame).includes('"seq":3'))).toBe(true));
    await eventually(() => expect(touchesIn(log)).toEqual(["down", "up", "down", "up"]));
    expect(typesIn(input)).toHaveLength(before);
    // Once a second at most, and by it the server knows that the user is there.
    expect(pings).toEqual(["active"]);
  });

  it("closes with the stream's socket, and nothing more is taken from it", async () => {
    const { server, lease, log, input, at } = await ready();
    const { ways, channel, closed } = await twoWays(input, at);
    ways.send(touch("down"));
    await eventually(() => expect(touchesIn(log)).toEqual(["down"]));
    input.socket.close(4403, "not_driver");
    await closed;
    expect(channel.isOpen()).toBe(false);
    // The finger was lifted as at the end of any stream; the path is there for those that go on.
    await eventually(() => expect(touchesIn(log)).toEqual(["down", "up"]));
    const next = await openStream(server, lease, "input", "any", false);
    const again = await twoWays(next, at);
    again.ways.send(touch("down"));
    await eventually(() => expect(touchesIn(log)).toEqual(["down", "up", "down"]));
  });

  it("is closed to strangers, to a name that was used, and to one of a stream that is gone", async () => {
    const { server, lease, log, input, at } = await ready();
    const { ways, key } = await twoWays(input, at);
    const other = await openStream(server, lease, "input", "any", false);
    const gone = await askForKey(other, at);
    other.socket.close(1000);
    await other.closed;
    const elsewhere = await connect(server, lease);
    const ofElsewhere = await askForKey(await openStream(server, lease, "input", "any", false), elsewhere);
    for (const name of ["input", "", key, gone, ofElsewhere]) {
      const { channel, closed } = await openChannel(at, name);
      // It may be closed already.
      for (const text of [TURN, touch("down")]) if (channel.isOpen()) channel.sendMessage(text);
      await closed;
    }
    ways.send(touch("down"));
    ways.send(touch("up"));
    await eventually(() => expect(touchesIn(log)).toEqual(["down", "up"]));
  });

  it("ends the path of who keeps opening what nobody expects", async () => {
    const { at } = await ready();
    const channels = Array.from({ length: 30 }, () => at.peer.createDataChannel("a stranger"));
    await eventually(() => expect(at.track.isOpen()).toBe(false));
    for (const channel of channels) expect(channel.isOpen()).toBe(false);
  });

  it.each([
    ["a message that the stream does not know", [TURN, '{"type":"format"}'], [TURN]],
    ["a message before its turn", [touch("down")], []],
    ["a turn without the socket's word that never was", ['{"way":"taken","turn":9,"count":1}'], []],
  ])("ends the stream for %s", async (_, byChannel, bySocket) => {
    const { log, input, at } = await ready();
    const { channel, closed } = await openChannel(at, await askForKey(input, at));
    for (const text of byChannel) channel.sendMessage(text);
    for (const text of bySocket) input.socket.send(text);
    expect(await input.closed).toEqual({ code: 4400, reason: "invalid_param" });
    await closed;
    expect(touchesIn(log)).toEqual([]);
  });

  it("loses and doubles nothing when it dies in the middle of a drag", async () => {
    const { log, input, at } = await ready();
    const { ways, kill } = await twoWays(input, at);
    ways.send(touch("down", 100));
    await eventually(() => expect(touchesIn(log)).toEqual(["down"]));
    kill();
    for (const y of [200, 300]) ways.send(touch("move", y));
    ways.send(touch("up", 300));
    ways.send('{"type":"sync","seq":1}');
    await input.until(({ texts }) => texts.some(({ seq }) => seq === 1));
    expect(ways.way).toBe("server");
    await eventually(() => expect(touchesIn(log).at(-1)).toBe("up"));
    // Moves that wait for the device are joined.
    expect(touchesIn(log).filter((action) => action !== "move")).toEqual(["down", "up"]);
  });

  it("is left when the server does not answer, and what was said goes by the socket once it does", async () => {
    const { log, input, at } = await ready();
    const { ways, closed } = await twoWays(input, at);
    input.socket.pause();
    // As a finger that keeps moving.
    ways.send(touch("down"));
    let y = 500;
    const moving = setInterval(() => ways.send(touch("move", (y += 1))), 50);
    await closed;
    clearInterval(moving);
    ways.send(touch("up"));
    input.socket.resume();
    await eventually(() => expect(touchesIn(log).at(-1)).toBe("up"));
    expect(touchesIn(log).filter((action) => action !== "move")).toEqual(["down", "up"]);
  });

  it("carries a stream of bytes both ways", async () => {
    const { server, lease, at } = await ready();
    const { ways, taken } = await twoWays(await openStream(server, lease, "terminal", "any", false), at);
    const printed = (by: string) =>
      taken
        .flatMap(({ frame, way }) => (way === by && typeof frame !== "string" ? Buffer.from(frame).toString() : []))
        .join("");
    ways.send(bytesOf("echo up''on\r"));
    await eventually(() => expect(printed("direct")).toContain("upon"));
  });
});
