/**
 * What every driver must do, as a suite that runs against any device: `describeDevice("…", open)` in a spec file. The
 * target tells the suite the few things that no driver can: where there is something to touch, and what a text field shows.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeInput } from "./conformance/input.ts";
import { describeScreen } from "./conformance/screen.ts";
import { type ConformanceTarget, soon, TIMEOUT_MS } from "./conformance/target.ts";
import { type Device, DeviceRefusal, type LogEntry } from "./index.ts";

export type { ConformanceTarget } from "./conformance/target.ts";

const streamOf = (bytes: Uint8Array, chunk = 64 * 1024) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += chunk) controller.enqueue(bytes.slice(at, at + chunk));
      controller.close();
    },
  });

async function readText(stream: ReadableStream<Uint8Array>, until: (text: string) => boolean): Promise<string> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = "";
  while (!until(text)) {
    const next = await reader.read();
    if (next.done) break;
    text += decoder.decode(next.value, { stream: true });
  }
  reader.releaseLock();
  return text;
}

export function describeDevice(name: string, open: () => Promise<ConformanceTarget>): void {
  describe(name, () => {
    let target: ConformanceTarget;
    let device: Device;
    beforeAll(async () => {
      target = await open();
      device = target.device;
    });
    afterAll(() => target?.dispose());

    describeFacts(() => device);
    describeScreen(() => target);
    describeInput(() => target);
    describeShell(() => device);
    describeAdb(() => device);
    describeLog(() => target);
    describeApps(() => target);
    describeFold(() => device);
    describePerformance(() => target);
    describeCleaning(() => target);
  });
}

function describeFacts(device: () => Device): void {
  test("says what it is", async () => {
    const facts = await device().facts(soon());
    expect(device().identity.serial).not.toBe("");
    expect(device().identity.boot_id).not.toBe("");
    for (const field of ["os_version", "brand", "model", "hardware_model", "cpu_name", "cpu_arch", "gpu"] as const) {
      expect(facts[field], field).not.toBe("");
    }
    for (const field of ["width", "height", "cpu_cores", "memory_bytes"] as const)
      expect(facts[field], field).toBeGreaterThan(0);
    if (facts.battery_level !== null) expect(facts.battery_level).toBeGreaterThanOrEqual(0);
  });

  test("rejects at once when the signal has aborted", async () => {
    await expect(device().facts(AbortSignal.abort(new Error("given up")))).rejects.toThrow("given up");
  });
}

function describeShell(device: () => Device): void {
  test("runs words as they are, and tells exit code and both outputs", async () => {
    const { shell } = device().capabilities;
    const word = `a b  $HOME '"\\ * ; | & <x> \`y\``;
    expect(await shell!.run(["echo", word], soon())).toEqual({ exit_code: 0, stdout: `${word}\n`, stderr: "" });
    const failed = await shell!.run(["ls", "/no/such/place"], soon());
    expect(failed.exit_code).not.toBe(0);
    expect(failed.stdout).toBe("");
    expect(failed.stderr).toContain("/no/such/place");
  });

  test("tells output as it comes, and ends a command that is given up", async () => {
    const { shell } = device().capabilities;
    const leaving = new AbortController();
    let said = "";
    const running = shell!.run(["logcat", "-b", "main", "-T", "1"], leaving.signal, (text) => (said += text));
    await shell!.run(["log", "-t", "streaming", "streamed"], soon());
    await expect.poll(() => said, { timeout: TIMEOUT_MS }).toContain("streamed");
    leaving.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
  });

  test("opens terminals beside each other, each with its exit code", async () => {
    const { shell } = device().capabilities;
    const size = { cols: 90, rows: 30 };
    const [one, two] = await Promise.all([shell!.terminal(size, soon()), shell!.terminal(size, soon())]);
    const bytes = (text: string) => new TextEncoder().encode(text);
    await one.resize(120, 40);
    // The words that prove it are put together by the shell, so that their echo does not count.
    await one.write(bytes('echo "fir""st"\n'));
    await two.write(bytes('echo "sec""ond"\n'));
    expect(await readText(one.output, (text) => text.includes("first"))).toContain("first");
    expect(await readText(two.output, (text) => text.includes("second"))).toContain("second");
    await one.write(bytes("exit 7\n"));
    await readText(one.output, () => false);
    expect(await one.exit).toBe(7);
    await two.dispose();
  });
}

function describeAdb(device: () => Device): void {
  test("opens its services by name, if it speaks adb", async ({ skip }) => {
    const { adb } = device().capabilities;
    if (!adb) return skip("it speaks another protocol");
    expect(adb.about().features).toContain("shell_v2");
    const stream = await adb.open("exec:echo by name", soon());
    expect(await readText(stream.readable, (text) => text.includes("\n"))).toBe("by name\n");
    stream.close();
    await expect(adb.open("no-such-service:", soon())).rejects.toThrow();
  });
}

function describeLog(target: () => ConformanceTarget): void {
  test("gives the newest lines and then follows", async () => {
    const log = target().device.capabilities.log!;
    await target().writeLog("conformance", "before");
    const leaving = new AbortController();
    const seen: LogEntry[] = [];
    for await (const entries of log.follow(50, leaving.signal)) {
      seen.push(...entries);
      const messages = seen.filter(({ tag }) => tag === "conformance").map(({ message }) => message);
      if (messages.includes("before") && !messages.includes("after: é"))
        await target().writeLog("conformance", "after: é");
      if (messages.includes("after: é")) leaving.abort();
    }
    const own = seen.filter(({ tag }) => tag === "conformance");
    expect(own.map(({ message }) => message)).toEqual(["before", "after: é"]);
    for (const entry of own) {
      expect(Math.abs(entry.time - Date.now())).toBeLessThan(24 * 3600_000);
      expect(entry.level).toBe("I");
    }
  });

  test("forgets when told to", async () => {
    const log = target().device.capabilities.log!;
    await target().writeLog("conformance", "old");
    await log.clear(soon());
    await target().writeLog("conformance", "new");
    const leaving = new AbortController();
    const seen: string[] = [];
    for await (const entries of log.follow(1000, leaving.signal)) {
      seen.push(...entries.filter(({ tag }) => tag === "conformance").map(({ message }) => message));
      if (seen.includes("new")) leaving.abort();
    }
    expect(seen).toEqual(["new"]);
  });
}

function describeApps(target: () => ConformanceTarget): void {
  const find = async () => {
    const list = await target().device.capabilities.apps!.list(soon());
    return list.find(({ package_name }) => package_name === target().app.package_name);
  };

  test("installs, starts, stops, clears and uninstalls", async () => {
    const { app, device } = target();
    const apps = device.capabilities.apps!;
    const progress: number[] = [];
    await apps.install(
      { bytes: streamOf(app.bytes), size_bytes: app.bytes.length },
      (sent) => progress.push(sent),
      soon(),
    );
    expect(progress.at(-1)).toBe(app.bytes.length);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(await find()).toMatchObject({ version_name: app.version_name, system: false, running: false });

    expect(await apps.entry(app.package_name, soon())).toMatch(new RegExp(`^${app.package_name}/`));
    expect(await apps.entry("no.such.package", soon())).toBe("");
    await apps.start(app.package_name, soon());
    await expect.poll(async () => (await find())?.running, { timeout: TIMEOUT_MS }).toBe(true);
    await apps.stop(app.package_name, soon());
    await expect.poll(async () => (await find())?.running, { timeout: TIMEOUT_MS }).toBe(false);
    await apps.clear(app.package_name, soon());
    await apps.uninstall(app.package_name, soon());
    expect(await find()).toBeUndefined();
  });

  test("refuses in the device's own words", async () => {
    const apps = target().device.capabilities.apps!;
    const garbage = new Uint8Array(5000).fill(7);
    const installing = apps.install({ bytes: streamOf(garbage), size_bytes: garbage.length }, () => undefined, soon());
    await expect(installing).rejects.toThrow(DeviceRefusal);
    await expect(installing).rejects.toThrow(/INSTALL_/);
    await expect(apps.uninstall("no.such.package", soon())).rejects.toThrow(DeviceRefusal);
    await expect(apps.start("no.such.package", soon())).rejects.toThrow(DeviceRefusal);
  });

  test("an installation that is cancelled leaves nothing", async () => {
    const { app, device } = target();
    const cancel = new AbortController();
    const half = app.bytes.slice(0, Math.ceil(app.bytes.length / 2));
    const bytes = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(half);
      },
    });
    const installing = device.capabilities.apps!.install(
      { bytes, size_bytes: app.bytes.length },
      (sent) => sent === half.length && cancel.abort(new Error("changed my mind")),
      cancel.signal,
    );
    await expect(installing).rejects.toThrow("changed my mind");
    expect(await find()).toBeUndefined();
  });
}

function describeFold(device: () => Device): void {
  test("folds and opens, if it folds", async ({ skip }) => {
    const { fold } = device().capabilities;
    if (!fold) return skip("the device does not fold");
    await fold.set(true, soon());
    expect(await fold.get(soon())).toBe(true);
    await fold.set(false, soon());
    expect(await fold.get(soon())).toBe(false);
  });
}

function describePerformance(target: () => ConformanceTarget): void {
  test("measures itself and an app", async () => {
    const { app, device } = target();
    const { apps, performance } = device.capabilities;
    const probe = performance!.probe(app.package_name);
    expect(await probe.sample(soon())).toBeUndefined();
    const next = async () => {
      const sample = await probe.sample(soon());
      for (const share of [sample?.cpu_total, sample?.cpu_app, sample?.battery]) {
        if (typeof share !== "number") continue;
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(100);
      }
      for (const rate of [sample?.net_in, sample?.net_out, sample?.fps])
        if (typeof rate === "number") expect(rate).toBeGreaterThanOrEqual(0);
      return sample;
    };
    // An app that is not there spends nothing that could be told.
    const poll = { timeout: TIMEOUT_MS };
    await expect.poll(next, poll).toMatchObject({ cpu_app: null, fps: null, mem_pss: null });

    await apps!.install({ bytes: streamOf(app.bytes), size_bytes: app.bytes.length }, () => undefined, soon());
    await apps!.start(app.package_name, soon());
    await expect
      .poll(next, poll)
      .toMatchObject({ cpu_app: expect.any(Number), fps: expect.any(Number), mem_pss: expect.any(Number) });
    await apps!.uninstall(app.package_name, soon());
    await expect.poll(next, poll).toMatchObject({ cpu_app: null, mem_pss: null });
  });
}

function describeCleaning(target: () => ConformanceTarget): void {
  test("is as it was after cleaning", async () => {
    const { app, device } = target();
    const { apps, shell } = device.capabilities;
    const mark = JSON.parse(JSON.stringify(await device.mark(soon()))) as Awaited<ReturnType<Device["mark"]>>;
    await apps!.install({ bytes: streamOf(app.bytes), size_bytes: app.bytes.length }, () => undefined, soon());
    await apps!.start(app.package_name, soon());
    await shell!.run(["touch", "/sdcard/Download/left behind.txt"], soon());
    const leaving = new AbortController();
    const source = await device.capabilities.screen!.open({ baseline: false }, () => undefined, leaving.signal);
    await source.input?.setClipboard("secret", false);
    await source.dispose();

    await device.clean(mark, soon());

    const list = await apps!.list(soon());
    expect(list.map(({ package_name }) => package_name)).not.toContain(app.package_name);
    expect((await device.mark(soon())).packages.toSorted()).toEqual([...mark.packages].toSorted());
    expect((await shell!.run(["ls", "/sdcard/Download/left behind.txt"], soon())).exit_code).not.toBe(0);
  });
}
