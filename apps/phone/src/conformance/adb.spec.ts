import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { type Socket, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApk, createSigner } from "@udt/appfile/testing";
import { sampleOf } from "@udt/memory/testing";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { AdbHost, collect, findAdb } from "../../test/adb-host.ts";
import { type PhoneHost, startPhones } from "../index.ts";

const adbPath = findAdb();

/** Debian's own adb judges: every check talks to the phone through it. */
describe.skipIf(!adbPath)("real adb", () => {
  let phones: PhoneHost;
  let adb: AdbHost;
  let serial: string;
  let folder: string;

  beforeAll(async () => {
    phones = await startPhones({ count: 1, basePort: 0 });
    serial = `127.0.0.1:${phones.phones[0]!.port}`;
    adb = await AdbHost.start(adbPath!, serial);
    folder = await mkdtemp(join(tmpdir(), "udt-phone-"));
    const connected = await adb.run(["connect", serial]);
    expect(connected.stdout.toString()).toBe(`connected to ${serial}\n`);
  });

  afterAll(async () => {
    await adb?.stop();
    await phones?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const phone = () => phones.phones[0]!.phone;

  const reconnect = async () => {
    await vi.waitFor(() => expect(phone().isReachable).toBe(true), { timeout: 60_000 });
    await adb.run(["disconnect", serial]);
    const { stdout } = await adb.run(["connect", serial]);
    expect(stdout.toString()).toBe(`connected to ${serial}\n`);
  };

  it("lists the phone with its product, model and device", async () => {
    const { stdout } = await adb.run(["devices", "-l"]);
    expect(stdout.toString()).toMatch(
      new RegExp(`^${serial}\\s+device product:virtual_one model:Virtual_One device:virtual_one`, "m"),
    );
  });

  describe("shell", () => {
    it.each([
      ["true", 0],
      ["false", 1],
      ["exit 42", 42],
      ["nosuchcommand", 127],
      ["ls /nosuchfile", 1],
    ])("%s ends with %i", async (line, code) => {
      expect((await adb.shell(line)).code).toBe(code);
    });

    it("keeps stderr apart from stdout", async () => {
      expect(await adb.shell("echo out; echo err >&2; nosuchcommand")).toEqual({
        stdout: "out\n",
        stderr: "err\n/system/bin/sh: nosuchcommand: inaccessible or not found\n",
        code: 127,
      });
    });

    it("merges them and loses the code in protocol v1", async () => {
      const { stdout, stderr } = await adb.device(["shell", "-x", "echo out; echo err >&2; exit 3"]);
      expect(stdout.toString()).toBe("out\nerr\n");
      expect(stderr).toBe("");
    });

    it("pipes stdin through a command, byte for byte", async () => {
      const bytes = randomBytes(300_000);
      await adb.device(["exec-in", "cat > /data/local/tmp/in.bin"], bytes);
      // adb exec-in does not wait for the command to have taken it all.
      await vi.waitFor(async () => {
        const { stdout } = await adb.device(["exec-out", "cat /data/local/tmp/in.bin"]);
        expect(stdout.equals(bytes)).toBe(true);
      });
      expect((await adb.shell("wc -c", "hello")).stdout.trim()).toBe("5");
    });

    it("runs a script from stdin and answers its exit code", async () => {
      const { stdout, code } = await adb.device(["shell"], "cd /sdcard\npwd\nexit 5\n");
      expect(stdout.toString()).toBe("/sdcard\n");
      expect(code).toBe(5);
    });

    it("splits words as a shell does", async () => {
      await adb.shell(`settings put system udt_words "a 'b'  c"`);
      expect((await adb.shell("settings get system udt_words")).stdout).toBe("a 'b'  c\n");
      expect((await adb.shell(`x=1; for i in "$x" 2; do echo "<$i>"; done | tr '\\n' ' '`)).stdout).toBe("<1> <2> ");
    });

    it("goes on after a redirection that cannot be opened", async () => {
      const { stdout, stderr } = await adb.shell("echo a > /system/x; echo code=$?; echo b");
      expect(stdout).toBe("code=1\nb\n");
      expect(stderr).toBe("/system/bin/sh: can't create /system/x: Read-only file system\n");
    });
  });

  describe("terminal", () => {
    it("prompts, echoes, edits, interrupts and ends", async () => {
      // -tt: a terminal although this process has none; what is typed goes through as it is.
      const child = adb.spawnDevice(["shell", "-tt"]);
      let seen = "";
      child.stdout.on("data", (chunk: Buffer) => {
        seen += chunk.toString();
      });
      const closed = new Promise<number | null>((resolve) => child.once("close", resolve));
      await vi.waitFor(() => expect(seen).toContain("virtual_one:/ $ "));
      child.stdin.write("echo helx\x7flo\r");
      await vi.waitFor(() => expect(seen).toContain("\r\nhello\r\n"));
      seen = "";
      child.stdin.write("logcat\r");
      await vi.waitFor(() => expect(seen).toContain("beginning of"));
      child.stdin.write("\x03");
      await vi.waitFor(() => expect(seen).toMatch(/\^C[^]*130\|virtual_one:\/ \$ $/));
      seen = "";
      child.stdin.write("cd /sdcard\r");
      await vi.waitFor(() => expect(seen).toContain("virtual_one:/sdcard $ "));
      child.stdin.write("\x1b[A\x1b[A");
      await vi.waitFor(() => expect(seen).toMatch(/logcat$/));
      child.stdin.write("\x15\x04");
      expect(await closed).toBe(0);
    });
  });

  describe("files", () => {
    it.each([
      ["small", 17],
      ["empty", 0],
      ["30 MB", 30_000_000],
    ])("pushes and pulls a file: %s", async (name, size) => {
      const bytes = randomBytes(size);
      const local = join(folder, `${name}.bin`);
      await writeFile(local, bytes);
      await utimes(local, 1_700_000_000, 1_700_000_000);
      expect((await adb.device(["push", local, "/data/local/tmp/"])).code).toBe(0);
      expect((await adb.shell(`stat -c '%s %Y' '/data/local/tmp/${name}.bin'`)).stdout).toBe(`${size} 1700000000\n`);
      const back = join(folder, `${name}.back`);
      expect((await adb.device(["pull", "-a", `/data/local/tmp/${name}.bin`, back])).code).toBe(0);
      expect((await readFile(back)).equals(bytes)).toBe(true);
      expect((await stat(back)).mtimeMs).toBe(1_700_000_000_000);
      await adb.shell("rm -f /data/local/tmp/*.bin");
    });

    it("pushes and pulls a folder with spaces and Chinese names", async () => {
      const tree = join(folder, "树 tree");
      await mkdir(join(tree, "子目录", "empty folder"), { recursive: true });
      await writeFile(join(tree, "a b.txt"), "one");
      await writeFile(join(tree, "子目录", "文件.txt"), "two");
      expect((await adb.device(["push", tree, "/sdcard/Download/"])).code).toBe(0);
      expect((await adb.shell("cat '/sdcard/Download/树 tree/子目录/文件.txt'")).stdout).toBe("two");
      const back = join(folder, "back");
      expect((await adb.device(["pull", "/sdcard/Download/树 tree", back])).code).toBe(0);
      expect((await readdir(back, { recursive: true })).filter((name) => name.endsWith(".txt")).toSorted()).toEqual([
        "a b.txt",
        join("子目录", "文件.txt"),
      ]);
      expect(await readFile(join(back, "a b.txt"), "utf8")).toBe("one");
    });

    it("says why a push or pull fails", async () => {
      const local = join(folder, "denied");
      await writeFile(local, "x");
      const denied = await adb.device(["push", local, "/system/denied"]);
      expect(denied.code).toBe(1);
      expect(denied.stderr + denied.stdout).toContain("Read-only file system");
      const absent = await adb.device(["pull", "/sdcard/absent", folder]);
      expect(absent.code).toBe(1);
      expect(absent.stderr + absent.stdout).toContain("No such file or directory");
    });

    it("runs out of space as a full phone does", async () => {
      const local = join(folder, "full");
      await writeFile(local, randomBytes(200_000));
      await adb.shell("udt-fault disk_full true");
      const pushed = await adb.device(["push", local, "/sdcard/full"]);
      expect(pushed.code).toBe(1);
      expect(pushed.stderr + pushed.stdout).toContain("No space left on device");
      expect((await adb.shell("echo x > /sdcard/y")).stderr).toContain("No space left on device");
      await adb.shell("udt-fault disk_full false");
      expect((await adb.shell("ls /sdcard/full")).code).toBe(1);
      expect((await adb.device(["push", local, "/sdcard/full"])).code).toBe(0);
    });
  });

  describe("packages", () => {
    const signer = createSigner("one");
    const apk = async (name: string, options: Parameters<typeof buildApk>[0]) => {
      const path = join(folder, `${name}.apk`);
      await writeFile(path, buildApk(options));
      return path;
    };

    it("installs, lists, starts, replaces and removes an APK", async () => {
      const path = await apk("app", { packageName: "org.example.app", versionCode: 2, signer });
      expect((await adb.device(["install", path])).stdout.toString()).toContain("Success");
      expect((await adb.shell("pm list packages -3")).stdout).toContain("package:org.example.app\n");
      const remote = (await adb.shell("pm path org.example.app")).stdout.trim().replace("package:", "");
      const pulled = join(folder, "pulled.apk");
      expect((await adb.device(["pull", remote, pulled])).code).toBe(0);
      expect((await readFile(pulled)).equals(await readFile(path))).toBe(true);
      expect((await adb.shell("monkey -p org.example.app -c android.intent.category.LAUNCHER 1")).code).toBe(0);
      expect((await adb.shell("pidof org.example.app")).stdout).toMatch(/^\d+\n$/);
      expect((await adb.device(["install", "-r", path])).code).toBe(0);
      expect((await adb.device(["uninstall", "org.example.app"])).stdout.toString()).toBe("Success\n");
      expect((await adb.shell("pm path org.example.app")).code).toBe(1);
      expect((await adb.shell("pidof org.example.app")).code).toBe(1);
    });

    it("installs what was pushed first", async () => {
      const path = await apk("pushed", { packageName: "org.example.pushed", signer });
      expect((await adb.device(["install", "--no-streaming", path])).stdout.toString()).toContain("Success");
      expect((await adb.device(["uninstall", "org.example.pushed"])).code).toBe(0);
    });

    it("fails as Android fails", async () => {
      const failing = async (path: string, ...options: string[]) => {
        const { stdout, stderr, code } = await adb.device(["install", ...options, path]);
        expect(code).toBe(1);
        return stdout.toString() + stderr;
      };
      const garbage = join(folder, "garbage.apk");
      await writeFile(garbage, randomBytes(5000));
      expect(await failing(garbage)).toContain("INSTALL_PARSE_FAILED_NOT_APK");

      const current = await apk("v5", { packageName: "org.example.v", versionCode: 5, signer });
      const older = await apk("v4", { packageName: "org.example.v", versionCode: 4, signer });
      const foreign = await apk("foreign", {
        packageName: "org.example.v",
        versionCode: 6,
        signer: createSigner("two"),
      });
      expect((await adb.device(["install", current])).code).toBe(0);
      expect(await failing(current, "-R")).toContain("INSTALL_FAILED_ALREADY_EXISTS");
      expect(await failing(older)).toContain("INSTALL_FAILED_VERSION_DOWNGRADE");
      expect((await adb.device(["install", "-r", "-d", older])).code).toBe(0);
      expect(await failing(foreign)).toContain("INSTALL_FAILED_UPDATE_INCOMPATIBLE");
      await adb.device(["uninstall", "org.example.v"]);

      // What the phone came with takes an update, stays what it is, and is itself again without it.
      const update = await apk("shop", { packageName: "dev.udt.shop", versionCode: 999, versionName: "9.9", signer });
      const version = async () =>
        /versionName=(\S+)/.exec((await adb.shell("dumpsys package dev.udt.shop")).stdout)?.[1];
      const factory = await version();
      expect((await adb.device(["install", update])).code).toBe(0);
      expect([await version(), (await adb.shell("pm list packages -s")).stdout.includes("dev.udt.shop")]).toEqual([
        "9.9",
        true,
      ]);
      const strange = await apk("strange", {
        packageName: "dev.udt.shop",
        versionCode: 1000,
        signer: createSigner("3"),
      });
      expect(await failing(strange)).toContain("INSTALL_FAILED_UPDATE_INCOMPATIBLE");
      expect((await adb.device(["uninstall", "dev.udt.shop"])).code).toBe(0);
      expect(await version()).toBe(factory);
      expect((await adb.device(["uninstall", "dev.udt.shop"])).code).toBe(1);

      expect(await failing(await apk("new", { packageName: "org.example.n", minSdk: 99, signer }))).toContain(
        "INSTALL_FAILED_OLDER_SDK",
      );
      expect(await failing(await apk("mips", { packageName: "org.example.m", abis: ["mips"], signer }))).toContain(
        "INSTALL_FAILED_NO_MATCHING_ABIS",
      );
      await adb.shell("udt-fault refuse_install INSTALL_FAILED_INTERNAL_ERROR");
      expect(await failing(current)).toContain("INSTALL_FAILED_INTERNAL_ERROR");
      await adb.shell("udt-fault reset");
      await adb.shell("udt-fault disk_full true");
      expect(await failing(current)).toContain("INSTALL_FAILED_INSUFFICIENT_STORAGE");
      await adb.shell("udt-fault reset");
      const absent = await adb.device(["uninstall", "org.example.absent"]);
      expect(absent.stdout.toString()).toContain("Failure [DELETE_FAILED_INTERNAL_ERROR]");
      expect(absent.code).toBe(1);
    });
  });

  describe("log", () => {
    it("streams a line that is written after logcat has started", async () => {
      const child = adb.spawnDevice(["logcat", "-T", "1", "-v", "brief", "Conformance:D", "*:S"]);
      let seen = "";
      child.stdout.on("data", (chunk: Buffer) => {
        seen += chunk.toString();
      });
      const closed = collect(child);
      // The line is written only once the reader follows, so nothing but streaming can bring it.
      await vi.waitFor(() => expect(phone().system.log.written.size).toBe(1));
      phone().system.log.write("I", "Conformance", "first");
      await vi.waitFor(() => expect(seen).toMatch(/I\/Conformance\(\s*\d+\): first\n/));
      await adb.shell("log -p w -t Conformance second line");
      await vi.waitFor(() => expect(seen).toMatch(/W\/Conformance\(\s*\d+\): second line\n/));
      child.kill();
      await closed;
      await vi.waitFor(() => expect(phone().system.log.written.size).toBe(0));
    });

    it("clears and dumps", async () => {
      await adb.device(["logcat", "-c"]);
      await adb.shell("log -t Dump one");
      const { stdout } = await adb.device(["logcat", "-d", "-s", "Dump"]);
      expect(stdout.toString()).toMatch(
        /^--------- beginning of main\n\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\s+\d+\s+\d+ I Dump {4}: one\n$/,
      );
    });
  });

  describe("sockets", () => {
    it("carries bytes both ways through adb forward", async () => {
      const stopListening = phone().system.sockets.listen("conformance", (stream) => {
        void (async () => {
          for await (const bytes of stream.readable) await stream.write(bytes.toReversed());
          stream.close();
        })();
      });
      const { stdout } = await adb.device(["forward", "tcp:0", "localabstract:conformance"]);
      const port = Number(stdout.toString());
      expect(await exchange(port, Buffer.from("abc"))).toBe("cba");
      expect((await adb.run(["forward", "--list"])).stdout.toString()).toContain(
        `${serial} tcp:${port} localabstract:conformance`,
      );
      stopListening();
      // Nobody listens any more: the phone refuses the stream and adb closes the socket.
      expect(await exchange(port, Buffer.from("abc"))).toBe("");
      await adb.device(["forward", "--remove-all"]);
    });

    it("forwards to a program that listens on a port of the phone, and refuses others", async () => {
      const listener = adb.spawnDevice(["shell", "nc -l -p 9100"]);
      const output = collect(listener);
      await vi.waitFor(() => expect(phone().system.sockets.isTaken("tcp:9100")).toBe(true));
      const port = Number((await adb.device(["forward", "tcp:0", "tcp:9100"])).stdout.toString());
      const client = connect(port, "127.0.0.1");
      let received = "";
      client.on("data", (chunk) => {
        received += chunk.toString();
      });
      client.write("to the phone");
      listener.stdin.write("from the phone");
      await vi.waitFor(() => expect(received).toBe("from the phone"));
      client.end();
      expect((await output).stdout.toString()).toBe("to the phone");
      expect(await exchange(port, Buffer.from("abc"))).toBe("");
      await adb.device(["forward", "--remove-all"]);
    });

    it("carries bytes both ways through adb reverse", async () => {
      const server = createServer((socket) => {
        socket.on("data", (bytes) => socket.end(`got ${bytes.toString()}`));
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      expect((await adb.device(["reverse", "tcp:9000", `tcp:${port}`])).code).toBe(0);
      expect((await adb.device(["reverse", "--list"])).stdout.toString()).toContain(`tcp:9000 tcp:${port}`);
      expect((await adb.shell("nc localhost 9000", "from the phone")).stdout).toBe("got from the phone");
      expect((await adb.device(["reverse", "--remove", "tcp:9000"])).code).toBe(0);
      expect((await adb.shell("nc localhost 9000")).code).toBe(1);
      expect((await adb.device(["reverse", "--remove", "tcp:9000"])).code).toBe(1);
      server.close();
    });
  });

  describe("screen", () => {
    it("captures a PNG of the screen's size through exec-out", async () => {
      const { stdout } = await adb.device(["exec-out", "screencap", "-p"]);
      expect(stdout.subarray(0, 8)).toEqual(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"));
      expect([stdout.readUInt32BE(16), stdout.readUInt32BE(20)]).toEqual([720, 1600]);
      expect(stdout.subarray(-8, -4).toString()).toBe("IEND");
    });

    it("captures raw pixels", async () => {
      const { stdout } = await adb.device(["exec-out", "screencap"]);
      expect([0, 4, 8].map((offset) => stdout.readUInt32LE(offset))).toEqual([720, 1600, 1]);
      expect(stdout.length).toBe(16 + 720 * 1600 * 4);
    });
  });

  it("records H.264 to stdout and MP4 to a file", async () => {
    const raw = await adb.device(["exec-out", "screenrecord", "--time-limit", "1", "--output-format=h264", "-"]);
    // A start code and a sequence parameter set.
    expect(raw.stdout.subarray(0, 4)).toEqual(Buffer.of(0, 0, 0, 1));
    expect(raw.stdout[4]! & 0x1f).toBe(7);
    expect((await adb.shell("screenrecord --time-limit 1 /sdcard/clip.mp4")).code).toBe(0);
    const { stdout } = await adb.device(["exec-out", "cat", "/sdcard/clip.mp4"]);
    expect(stdout.subarray(4, 8).toString()).toBe("ftyp");
    expect(stdout.includes("moov")).toBe(true);
  });

  it("serves an app's memory to who may look into it, and to nobody else", async () => {
    phone().screen.start("dev.udt.game");
    // Drawn, and asleep, so that all that is read is of one moment.
    await phone().screen.png();
    phone().screen.sleep();
    const pid = (await adb.shell("pidof dev.udt.game")).stdout.trim();
    const path = `/proc/${pid}/smaps`;
    expect(await adb.shell(`cat ${path}`)).toMatchObject({ stderr: `cat: ${path}: Permission denied\n`, code: 1 });
    const pulled = await adb.device(["pull", path, join(folder, "smaps")]);
    expect([pulled.code, pulled.stdout.toString() + pulled.stderr]).toEqual([
      1,
      expect.stringContaining("open failed: Permission denied"),
    ]);
    const smaps = await adb.device(["exec-out", "run-as", "dev.udt.game", "cat", path]);
    const meminfo = await adb.device(["shell", "dumpsys", "meminfo", pid]);
    const sample = await sampleOf(smaps.stdout, meminfo.stdout);
    const graphics = sample.regions.filter(({ type }) => type.endsWith("mtrack"));
    expect(graphics.map(({ type }) => type).sort()).toEqual(["EGL mtrack", "GL mtrack"]);
    const { total_pss = 0, mapped_pss } = sample.footprints;
    expect(graphics.reduce((bytes, { footprint }) => bytes - footprint, total_pss)).toBe(mapped_pss);

    const dump = "/data/local/tmp/game.hprof";
    expect(await adb.shell(`am dumpheap dev.udt.game ${dump}`)).toEqual({
      stdout: `File: ${dump}\nWaiting for dump to finish...\n`,
      stderr: "",
      code: 0,
    });
    const local = join(folder, "game.hprof");
    expect((await adb.device(["pull", dump, local])).code).toBe(0);
    const bytes = await readFile(local);
    expect(bytes.subarray(0, 18).toString()).toBe("JAVA PROFILE 1.0.3");
    expect(bytes.equals(Buffer.from(phone().system.files.read(dump)))).toBe(true);
    phone().screen.wake();
  });

  it("is slow when told to", async () => {
    phone().system.faults.delay_ms = 120;
    const startMs = performance.now();
    expect((await adb.shell("echo slow")).stdout).toBe("slow\n");
    // At least the stream's opening and its output have waited.
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(240);
    phone().system.faults.delay_ms = 0;
  });

  it("is honest about root, and ends every stream that its clients leave", async () => {
    expect((await adb.device(["root"])).stdout.toString()).toBe("adbd cannot run as root in production builds\n");
    const children = [["logcat"], ["shell", "-tt"], ["shell", "top"]].map((args) => adb.spawnDevice(args));
    const closed = children.map(collect);
    await vi.waitFor(() => expect(phone().streamCount).toBe(children.length));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(closed);
    await vi.waitFor(() => expect(phone().streamCount).toBe(0));
    await vi.waitFor(() => expect(phone().system.log.written.size).toBe(0));
  });

  it("drops its connections when told to, refuses for a while, and comes back", async () => {
    phone().drop(500);
    await vi.waitFor(async () => {
      const { stdout } = await adb.run(["devices"]);
      expect(stdout.toString()).not.toContain(`${serial}\tdevice`);
    });
    await reconnect();
    expect((await adb.shell("echo back")).stdout).toBe("back\n");
  });

  it("has a new boot id after adb reboot", async () => {
    const bootId = async () => (await adb.shell("cat /proc/sys/kernel/random/boot_id")).stdout;
    const before = await bootId();
    expect(before).toMatch(/^[0-9a-f-]{36}\n$/);
    await adb.device(["reboot"]);
    await reconnect();
    expect(await bootId()).not.toBe(before);
  });
});

/** Sends bytes to a local port and answers what came back until as much has come, or the peer closed. */
function exchange(port: number, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket: Socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.on("data", (chunk) => {
      received += chunk.toString();
      if (received.length >= bytes.length) socket.end();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(received));
  });
}
