import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type PhoneHost, startPhones, type VirtualPhone } from "../../index.ts";

const GAME = "dev.udt.game";
const eventually = <T>(fact: () => T): Promise<T> => vi.waitFor(fact, { timeout: 60_000, interval: 20 });

let host: PhoneHost;
let phone: VirtualPhone;
beforeEach(async () => {
  host = await startPhones({ count: 1, basePort: 0 });
  phone = host.phones[0]!.phone;
});
afterEach(() => host.stop());

const read = (path: string): string => Buffer.from(phone.system.files.read(path)).toString();
const pidOf = (name: string): number => phone.screen.running().find(({ package_name }) => package_name === name)!.pid;
/** `utime`, the 12th field behind the name. */
const ticks = (pid: number): number => Number(read(`/proc/${pid}/stat`).split(") ")[1]!.split(" ")[11]);

it("an app's frames and processor time grow as it draws, and are gone with its process", async () => {
  phone.screen.start(GAME);
  const pid = pidOf(GAME);
  expect(read(`/proc/${pid}/cmdline`)).toBe(`${GAME}\0`);
  const watching = new AbortController();
  const options = { max_size: 0, bit_rate: 1_000_000, max_fps: 0, baseline: true };
  phone.screen.record(options, () => undefined, watching.signal);
  await eventually(() => {
    expect(phone.system.usage.frames(GAME)).toBeGreaterThan(10);
    expect(ticks(pid)).toBeGreaterThan(0);
  });
  watching.abort();
  const frames = phone.system.usage.frames(GAME);
  phone.screen.stop(GAME);
  expect(phone.system.files.exists(`/proc/${pid}`)).toBe(false);
  phone.screen.start(GAME);
  expect(phone.system.usage.frames(GAME)).toBeLessThan(frames);
});

it("the network's counters are the bytes of the phone's connections, also of those that have ended", async () => {
  const bytes = () => /wlan0: (\d+) (?:\d+ ){7}(\d+)/.exec(read("/proc/net/dev"))!.slice(1).map(Number);
  expect(bytes()).toEqual([0, 0]);
  const socket = connect(phone.port, "127.0.0.1");
  await once(socket, "connect");
  // Less than the head of a packet: the daemon waits for the rest.
  socket.write("0123456789");
  await eventually(() => expect(bytes()[0]).toBe(10));
  socket.destroy();
  await eventually(() => expect(phone.connectionCount).toBe(0));
  expect(bytes()[0]).toBe(10);
});

it("apps start on a phone that has no room left", () => {
  phone.system.faults.disk_full = true;
  expect(phone.screen.start(GAME)).toEqual({ ok: true });
  expect(read(`/proc/${pidOf(GAME)}/stat`)).toMatch(/^\d+ \(/);
});
