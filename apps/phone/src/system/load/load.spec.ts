/** Ten seconds of doing this or that, under a clock that the test turns, and what the phone's tools then tell. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { builtinPackages } from "../../apps/index.ts";
import { defaultProfile } from "../../profiles.ts";
import { APPS } from "../../apps/registry.ts";
import { VirtualScreen } from "../../screen/virtual-screen.ts";
import { layCommands } from "../../shell/command-files.ts";
import { Shell } from "../../shell/executor.ts";
import { InputQueue } from "../../shell/input-queue.ts";
import { readApk } from "../apk-reader.ts";
import { System } from "../system.ts";

const GAME = "dev.udt.game";
const SHOP = "dev.udt.shop";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate", "Date", "performance"],
    now: MINUTE_MS,
  });
});
afterEach(() => {
  vi.useRealTimers();
});

/** The clock on the screen turns with the minute, which is a frame: each phone starts right after. */
const MINUTE_MS = 29_166_667 * 60_000;

function startPhone() {
  vi.setSystemTime(MINUTE_MS);
  const profile = defaultProfile(1);
  const clock = { now: () => Date.now() };
  const storageBytes = 50_000_000;
  const system = new System({ profile, clock, packages: builtinPackages(profile), readApk, storageBytes });
  layCommands(system.files);
  const screen = new VirtualScreen(system, APPS);
  const shell = new Shell({ system, screen, scrcpy: async () => 1, drop: () => undefined });
  const run = async (line: string): Promise<string> => {
    const stdin = new InputQueue();
    stdin.end();
    let text = "";
    const io = {
      stdin,
      stdout: async (output: string | Uint8Array) => {
        text += Buffer.from(output).toString();
      },
      stderr: async () => undefined,
      signal: new AbortController().signal,
    };
    const done = shell.run(line, io);
    await vi.advanceTimersByTimeAsync(0);
    await done;
    return text;
  };
  const watch = () => {
    const watching = new AbortController();
    screen.record({ max_size: 96, bit_rate: 1e6, max_fps: 5, baseline: true }, () => undefined, watching.signal);
    return watching;
  };
  return { system, screen, run, watch };
}
type Phone = ReturnType<typeof startPhone>;

const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? NaN);

/** What the tools tell of an app and the phone at one moment. */
async function look({ run }: Phone, name: string) {
  const pid = Number(await run(`pidof ${name}`));
  const uid = number(await run(`pm list packages -U ${name}`), /uid:(\d+)/);
  const fields = (await run(`cat /proc/${pid}/stat`)).split(") ")[1]!.split(" ").map(Number);
  const cpu = (await run("cat /proc/stat")).split("\n")[0]!.split(/\s+/).slice(1).map(Number);
  const frames = await run(`dumpsys gfxinfo ${name}`);
  const memory = await run(`dumpsys meminfo ${name}`);
  const battery = await run("dumpsys battery");
  const row = new RegExp(`^\\s*${uid} (\\d+) \\d+ (\\d+) \\d+$`, "m").exec(await run("dumpsys netstats"));
  return {
    pid,
    app_ticks: fields[11]! + fields[12]!,
    busy_ticks: cpu[0]! + cpu[2]!,
    all_ticks: cpu[0]! + cpu[2]! + cpu[3]!,
    frames: number(frames, /Total frames rendered: (\d+)/),
    janky: number(frames, /Janky frames: (\d+)/),
    pss_kb: number(memory, /TOTAL PSS: +(\d+)/),
    received: Number(row?.[1] ?? 0),
    sent: Number(row?.[2] ?? 0),
    charge_uah: number(battery, /Charge counter: (\d+)/),
    battery_degrees: number(battery, /temperature: (\d+)/) / 10,
    processor_degrees: number(await run("dumpsys thermalservice"), /mValue=([\d.]+), mType=0/),
  };
}

/** Ten seconds in an app, after a while of getting going. */
async function tenSeconds(name: string, isWatched = true) {
  const phone = startPhone();
  const watching = isWatched ? phone.watch() : undefined;
  await phone.run("dumpsys battery unplug");
  phone.screen.start(name);
  await vi.advanceTimersByTimeAsync(2000);
  const before = await look(phone, name);
  for (let second = 0; second < 10; second += 1) {
    await vi.advanceTimersByTimeAsync(1000);
    if (!isWatched) await phone.run("cat /proc/stat");
  }
  const after = await look(phone, name);
  watching?.abort();
  phone.screen.dispose();
  return {
    cpu_app: ((after.app_ticks - before.app_ticks) / (after.all_ticks - before.all_ticks)) * 100,
    cpu_total: ((after.busy_ticks - before.busy_ticks) / (after.all_ticks - before.all_ticks)) * 100,
    fps: (after.frames - before.frames) / 10,
    janky: after.janky - before.janky,
    pss_kb: after.pss_kb,
    received: after.received - before.received,
    sent: after.sent - before.sent,
    drained_uah: before.charge_uah - after.charge_uah,
    warmed: after.processor_degrees - before.processor_degrees,
    battery_warmed: after.battery_degrees - before.battery_degrees,
  };
}

describe("a phone's load", () => {
  it("is a busy game's and an idle shop's", async () => {
    const game = await tenSeconds(GAME);
    const shop = await tenSeconds(SHOP);
    expect(shop).toMatchObject({ cpu_app: 0, fps: 0, janky: 0, received: 0, sent: 0 });
    expect(shop.cpu_total).toBeLessThan(0.1);
    expect(Math.abs(shop.warmed)).toBeLessThan(0.5);
    expect(game.fps).toBeGreaterThan(55);
    expect(game.fps).toBeLessThanOrEqual(61);
    expect(game.cpu_app).toBeGreaterThan(4);
    expect(game.cpu_total).toBeGreaterThan(game.cpu_app);
    expect(game.pss_kb).toBeGreaterThan(2 * shop.pss_kb);
    expect(game.sent).toBeGreaterThan(9_000);
    expect(game.received).toBeGreaterThan(game.sent);
    expect(game.warmed).toBeGreaterThan(0.5);
    expect(game.battery_warmed).toBeGreaterThan(0);
    expect(game.drained_uah).toBeGreaterThan(1.4 * shop.drained_uah);
    expect(shop.drained_uah).toBeGreaterThan(0);
  });

  it("is no less because nobody watches, and the same each time", async () => {
    const game = await tenSeconds(GAME, false);
    expect(game.fps).toBeGreaterThan(55);
    expect(game.cpu_app).toBeGreaterThan(4);
    expect(await tenSeconds(GAME, false)).toEqual(game);
    expect(await tenSeconds(SHOP, false)).toMatchObject({ cpu_app: 0, fps: 0, sent: 0 });
  });

  it("tells one story in every file and service", async () => {
    const phone = startPhone();
    const watching = phone.watch();
    phone.screen.start(GAME);
    phone.screen.start(SHOP);
    phone.screen.touch("down", 0, 300, 1200);
    for (let y = 1200; y > 300; y -= 30) {
      phone.screen.touch("move", 0, 300, y);
      await vi.advanceTimersByTimeAsync(16);
    }
    phone.screen.touch("up", 0, 300, 300);
    await vi.advanceTimersByTimeAsync(5000);
    const seen = await look(phone, SHOP);
    // Its pictures were unpacked before its first frame, which was late by that.
    expect(seen.janky).toBeGreaterThan(0);
    expect(seen.janky).toBeLessThan(seen.frames / 2);
    const memory = await phone.run(`dumpsys meminfo ${SHOP}`);
    const parts = [
      ...memory.matchAll(/^ *(?:Java Heap|Native Heap|Code|Stack|Graphics|Private Other|System): +(\d+)/gm),
    ];
    expect(parts.reduce((sum, [, kb]) => sum + Number(kb), 0)).toBe(seen.pss_kb);
    expect(parts).toHaveLength(7);
    // What the display and the graphics chip have of it is in no process's resident set.
    const rss = number(memory, /TOTAL RSS: +(\d+)/) - number(memory, /^ +Graphics: +(\d+)/m);
    expect(Number((await phone.run(`ps -o RSS -p ${seen.pid}`)).split("\n")[1])).toBe(rss);
    expect(number(await phone.run(`cat /proc/${seen.pid}/status`), /VmRSS:\s+(\d+)/)).toBe(rss);
    expect(number(await phone.run(`dumpsys meminfo | grep ${SHOP}`), /([\d,]+)K/)).toBeNaN();
    const listed = /([\d,]+)K: dev\.udt\.shop/.exec(await phone.run("dumpsys meminfo"))![1]!;
    expect(Number(listed.replaceAll(",", ""))).toBe(seen.pss_kb);
    const free = number(await phone.run("cat /proc/meminfo"), /MemAvailable: +(\d+)/);
    expect(number(await phone.run("top -b -n 1"), /used, +(\d+)K free/)).toBe(free);

    // Every process's ticks together are the phone's.
    const processes = await phone.run("ps -A -o PID,NAME");
    // The shell that asked, and its ps, have ended since.
    const pids = processes
      .trim()
      .split("\n")
      .slice(1)
      .flatMap((line) => (/ (?:sh|ps)$/.test(line) ? [] : [Number.parseInt(line, 10)]));
    let ticks = 0;
    for (const pid of pids) {
      const fields = (await phone.run(`cat /proc/${pid}/stat`)).split(") ")[1]!.split(" ").map(Number);
      ticks += fields[11]! + fields[12]!;
    }
    expect((await look(phone, SHOP)).busy_ticks).toBe(ticks);
    const shares = await phone.run("dumpsys cpuinfo");
    expect(shares).toMatch(new RegExp(`^  [\\d.]+% ${seen.pid}/${SHOP}: `, "m"));

    const stats = await phone.run(`dumpsys gfxinfo ${SHOP} framestats`);
    const rows = stats.split("---PROFILEDATA---\n")[1]!.trim().split("\n").slice(1);
    expect(rows).toHaveLength(Math.min(120, seen.frames));
    const over = rows.map((line) => line.split(",").map(Number)).filter((row) => row[16]! - row[2]! > 1e9 / 60);
    if (seen.frames <= 120) expect(over).toHaveLength(seen.janky);
    expect((await phone.run("dumpsys SurfaceFlinger --latency")).trim().split("\n")).toHaveLength(rows.length + 1);

    const device = /wlan0: (\d+) (?:\d+ ){7}(\d+)/
      .exec(await phone.run("cat /proc/net/dev"))!
      .slice(1)
      .map(Number);
    const uids = [...(await phone.run("dumpsys netstats")).matchAll(/^ {4}\d+ (\d+) \d+ (\d+) \d+$/gm)];
    expect(device).toEqual([1, 2].map((at) => uids.reduce((sum, row) => sum + Number(row[at]), 0)));
    expect(device[0]).toBeGreaterThan(seen.received);
    watching.abort();
    phone.screen.dispose();
  });

  it("moves nothing over a network that is off", async () => {
    const phone = startPhone();
    await phone.run("svc wifi disable");
    phone.screen.start(SHOP);
    phone.screen.dump();
    expect(await look(phone, SHOP)).toMatchObject({ received: 0, sent: 0 });
    await phone.run("svc wifi enable");
    phone.screen.dump();
    expect((await look(phone, SHOP)).received).toBeGreaterThan(100_000);
    phone.screen.dispose();
  });

  it("fills the battery from what is plugged in, and counts anew after a restart", async () => {
    const phone = startPhone();
    const level = async () => number(await phone.run("dumpsys battery"), /level: (\d+)/);
    await phone.run("dumpsys battery unplug");
    phone.screen.start(GAME);
    const watching = phone.watch();
    await vi.advanceTimersByTimeAsync(1000);
    // Unwatched it goes on without frames to wait for.
    watching.abort();
    await vi.advanceTimersByTimeAsync(40 * 60_000);
    const empty = await level();
    expect(empty).toBeLessThan(100);
    await phone.run("dumpsys battery set usb 1");
    await vi.advanceTimersByTimeAsync(600_000);
    expect(await level()).toBeGreaterThan(empty);
    phone.screen.stop(GAME);
    phone.system.restart();
    const [, ...ticks] = (await phone.run("cat /proc/stat")).split("\n")[0]!.split(/\s+/).map(Number);
    // What is there is the launcher's start.
    expect(ticks.reduce((sum, one) => sum + one, 0)).toBeLessThan(100);
    phone.screen.dispose();
  });
});
