import { inflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { runBytes, startShell } from "../../../test/shell-harness.ts";

/** The services that scripts, testers and clients ask for most. */
const MOST_USED =
  "account activity alarm appops audio battery bluetooth_manager connectivity cpuinfo diskstats display dropbox gfxinfo input input_method jobscheduler location meminfo notification package power telephony.registry trust user wifi window SurfaceFlinger iphonesubinfo media_session media.camera sensorservice statusbar uimode usb vibrator_manager webviewupdate batterystats procstats mount netpolicy dbinfo".split(
    " ",
  );

describe("dumpsys", () => {
  it("knows the services that are asked for most", async () => {
    const { run } = startShell();
    const { stdout } = await run("dumpsys -l");
    for (const name of MOST_USED) {
      expect(stdout).toContain(`  ${name}\n`);
      const dump = await run(`dumpsys ${name}`);
      expect(dump, name).toMatchObject({ code: 0, stderr: "" });
    }
  });

  it("tells one address by every command that is asked for it, and none without Wi-Fi", async () => {
    const { run } = startShell();
    const commands = ["ip addr show dev wlan0", "ip -f inet addr show wlan0", "ip route", "ifconfig wlan0", "ifconfig"];
    for (const line of [...commands, "dumpsys connectivity"])
      expect((await run(line)).stdout, line).toContain("10.0.2.16");
    expect((await run("ifconfig wlan0")).stdout).toMatch(/inet\s*addr:10\.0\.2\.16\s/);
    expect((await run("ip addr show eth0")).stderr).toBe('Device "eth0" does not exist.\n');
    await run("svc wifi disable");
    for (const line of commands) expect((await run(line)).stdout, line).not.toContain("10.0.2.16");
  });

  it("names the shown activities with the top one last, as clients read it", async () => {
    const { run } = startShell();
    await run("am start -n dev.udt.shop/.CatalogueActivity");
    const { stdout } = await run("dumpsys activity top");
    const pid = (await run("pidof dev.udt.shop")).stdout.trim();
    const shown = [...stdout.matchAll(/^ {2}ACTIVITY (\S+) [0-9a-f]+ pid=(\d+)$/gm)].map((match) => match.slice(1));
    expect(shown.at(-1)).toEqual(["dev.udt.shop/.CatalogueActivity", pid]);
    expect(stdout).toMatch(/pid=\d+\n.*\n {6}mResumed=true mStopped=false mFinished=false\n$/);
  });

  it.each([
    ["media volume --stream 3 --set 4", "audio", "streamVolume:4\n"],
    ["svc bluetooth enable", "bluetooth_manager", "  enabled: true\n  state: ON\n"],
    ["svc wifi disable", "connectivity", "Active default network: none\n"],
    ["svc wifi enable", "connectivity", "Active default network: 100\n"],
    ["settings put secure location_mode 0", "location", "Location Setting: false\n"],
    ["cmd connectivity airplane-mode enable", "telephony.registry", "mVoiceRegState=3(POWER_OFF)"],
    ["settings put secure ui_night_mode 2", "uimode", "mNightMode=2 (yes)"],
    ["dumpsys battery unplug", "batterystats", "currently on battery: true\n"],
    ["am start -n dev.udt.shop/.CatalogueActivity", "procstats", "  * dev.udt.shop / u0_a"],
    ["am start -n dev.udt.shop/.CatalogueActivity", "dbinfo", "[dev.udt.shop] **"],
  ])("tells after %j what %s then has", async (line, service, expected) => {
    const { run } = startShell();
    expect((await run(line)).code).toBe(0);
    expect((await run(`dumpsys ${service}`)).stdout).toContain(expected);
  });

  it("tells how much room is left", async () => {
    const { run, system } = startShell();
    system.files.write("/sdcard/file", new Uint8Array(20_000_000));
    const free = Math.floor(system.files.freeBytes / 1024);
    expect((await run("dumpsys diskstats")).stdout).toContain(`Data-Free: ${free}K / 48828K total = 60% free\n`);
  });
});

describe("bugreport", () => {
  it("tells what the phone is, what runs, what was logged, and every service", async () => {
    const { run, system } = startShell();
    system.log.write("W", "Marker", "seen in the report");
    const { stdout, code } = await run("bugreport");
    expect(code).toBe(0);
    expect(stdout).toContain("WARNING: Flat (text file, non-zipped) bugreports are deprecated.");
    expect(stdout).toContain("== dumpstate: ");
    expect(stdout).toContain("W Marker  : seen in the report");
    expect(stdout).toContain("[ro.serialno]: [virtual-1]");
    expect(stdout).toContain("DUMP OF SERVICE telephony.registry:");
    expect(stdout).toMatch(/== dumpstate: done \(id 1\)\n=+\n$/);
  });

  it("goes as a zip, with its progress, in the words that adb reads", async () => {
    const { run, phone } = startShell();
    // adb asks for the version first, and takes it from stderr.
    expect(await run("bugreportz -v")).toEqual({ stdout: "", stderr: "1.2\n", code: 0 });
    const { stdout, code } = await run("bugreportz -p");
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    const path = /^OK:(\/data\/user_de\/0\/com\.android\.shell\/files\/bugreports\/bugreport-.+\.zip)$/.exec(
      lines.at(-1) ?? "",
    )?.[1];
    expect(lines[0]).toBe(`BEGIN:${path}`);
    expect(lines.slice(1, -1).every((line) => /^PROGRESS:\d+\/8$/.test(line))).toBe(true);
    const zip = Buffer.from(phone.system.files.read(path!));
    // Local header of the first file: its name and its bytes.
    expect(zip.readUInt32LE(0)).toBe(0x04034b50);
    const nameLength = zip.readUInt16LE(26);
    expect(zip.subarray(30, 30 + nameLength).toString()).toBe("version.txt");
    const packed = zip.subarray(30 + nameLength, 30 + nameLength + zip.readUInt32LE(18));
    expect(inflateRawSync(packed).toString()).toBe("2.0");
    // End of the central directory, with three files.
    expect(zip.readUInt32LE(zip.length - 22)).toBe(0x06054b50);
    expect(zip.readUInt16LE(zip.length - 12)).toBe(3);
    expect(zip.readUInt32LE(zip.readUInt32LE(zip.length - 6))).toBe(0x02014b50);
  });
});

describe("logcat", () => {
  const start = () => {
    const shell = startShell();
    const { log } = shell.system;
    log.clear(["main", "system", "crash", "events"]);
    log.write("I", "App", "of an app", 4300);
    log.write("W", "System", "of the system");
    return shell;
  };

  it.each([
    ["logcat -dv tag", "I/App     : of an app\nW/System  : of the system\n"],
    ["logcat -dbmain -vtag", "I/App     : of an app\nW/System  : of the system\n"],
    ["logcat -dsv tag App", "I/App     : of an app\n"],
    ["logcat -d -v tag --uid 1000", "W/System  : of the system\n"],
    ["logcat -d --format=tag --uid=10300,1000 -m1", "I/App     : of an app\n"],
  ])("%s", async (line, expected) => {
    const { stdout } = await start().run(line);
    expect(stdout.replace("--------- beginning of main\n", "")).toBe(expected);
  });

  it("writes to a file, which it turns over when it has grown", async () => {
    const { run, system } = start();
    expect(await run("cd /data/local/tmp; logcat -d -v tag -f log.txt")).toEqual({ stdout: "", stderr: "", code: 0 });
    expect((await run("tail -n 1 /data/local/tmp/log.txt")).stdout).toBe("W/System  : of the system\n");
    for (let index = 0; index < 40; index++) system.log.write("I", "Long", "x".repeat(100));
    await run("logcat -d -f /data/local/tmp/turn.txt -r 1 -n 2");
    expect((await run("ls /data/local/tmp")).stdout).toContain("turn.txt\nturn.txt.1\n");
    expect(await run("logcat -d -f /system/log.txt")).toMatchObject({
      stderr: "logcat: couldn't open output file: /system/log.txt: Read-only file system\n",
      code: 1,
    });
  });

  it("shows what was before the phone was last started", async () => {
    const { run, system } = start();
    expect((await run("logcat -L -v tag")).stdout).toBe("");
    system.restart();
    expect((await run("logcat -L -v tag")).stdout).toContain("I/App     : of an app\n");
    expect((await run("logcat -d -v tag")).stdout).not.toContain("of an app");
  });

  it("refuses an option that it does not know", async () => {
    expect(await start().run("logcat -dz")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("unrecognized option '-z'"),
    });
  });

  it("writes the structures of the log daemon", async () => {
    const bytes = await runBytes(start(), "logcat -dB -m 1");
    const payload = Buffer.from("\x04App\0of an app\0"); // priority INFO, tag, message
    expect(bytes.readUInt16LE(0)).toBe(payload.length); // len
    expect(bytes.readUInt16LE(2)).toBe(28); // hdr_size
    expect(bytes.readInt32LE(4)).toBe(4300); // pid
    expect(Math.abs(bytes.readUInt32LE(12) * 1000 - Date.now())).toBeLessThan(60_000); // sec
    expect(bytes.readUInt32LE(20)).toBe(0); // lid: main
    expect(bytes.readUInt32LE(24)).toBe(10_300); // uid
    expect(bytes.subarray(28)).toEqual(payload);
  });
});
