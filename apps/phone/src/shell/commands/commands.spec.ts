import { NO_FAULTS } from "../../system/no-faults.ts";
import { describe, expect, it, vi } from "vitest";
import { startShell } from "../../../test/shell-harness.ts";
import { defaultProfile } from "../../profiles.ts";

describe("properties and settings", () => {
  it("prints a property, its default, or all", async () => {
    const { run } = startShell();
    expect((await run("getprop ro.build.version.sdk")).stdout).toBe("34\n");
    expect((await run("getprop no.such fallback")).stdout).toBe("fallback\n");
    expect((await run("getprop")).stdout).toContain("[ro.serialno]: [virtual-1]\n");
  });

  it("sets what may be set", async () => {
    const { run } = startShell();
    expect((await run("setprop debug.x 'a b'")).code).toBe(0);
    expect((await run("getprop debug.x")).stdout).toBe("a b\n");
    expect((await run("setprop ro.serialno other")).code).toBe(1);
    expect((await run("getprop ro.serialno")).stdout).toBe("virtual-1\n");
  });

  it("keeps the locale one fact, whichever side changes it", async () => {
    const { run, system } = startShell();
    await run("setprop persist.sys.locale zh-CN");
    expect(system.settings.get("system", "system_locales")).toBe("zh-CN");
    await run("settings put system system_locales ja-JP,en-US");
    expect((await run("getprop persist.sys.locale")).stdout).toBe("ja-JP\n");
  });

  it("gets, puts, lists and deletes settings", async () => {
    const { run } = startShell();
    expect((await run("settings get secure nothing")).stdout).toBe("null\n");
    await run("settings put secure udt one");
    expect((await run("settings list secure")).stdout).toContain("udt=one\n");
    expect((await run("settings delete secure udt")).stdout).toBe("Deleted 1 rows\n");
    expect((await run("settings get nowhere x")).code).toBe(255);
    expect((await run(`content query --uri content://settings/system --where "name='font_scale'"`)).stdout).toMatch(
      /^Row: 0 _id=1, name=font_scale, value=1\.0\n$/,
    );
    const content = (rest: string) => run(`content ${rest} --uri content://settings/system`);
    await content("insert --bind name:s:user_rotation --bind value:i:1");
    expect((await run("settings get system user_rotation")).stdout).toBe("1\n");
    await content(`update --bind value:s:a:b --where "name='user_rotation'"`);
    expect((await run("settings get system user_rotation")).stdout).toBe("a:b\n");
    await content(`delete --where "name='user_rotation'"`);
    expect((await run("settings get system user_rotation")).stdout).toBe("null\n");
    expect((await content("insert --bind name:s:user_rotation")).code).not.toBe(0);
  });
});

describe("input", () => {
  it.each([
    ["input tap 10 20.5", ["touch down 0 10,20.5", "touch up 0 10,20.5"]],
    ["input touchscreen -d 0 tap 1 2", ["touch down 0 1,2", "touch up 0 1,2"]],
    ["input text 'a%sb'", ["text a b"]],
    ["input keyevent KEYCODE_HOME 4", ["key down 3 0", "key up 3 0", "key down 4 0", "key up 4 0"]],
    ["input motionevent DOWN 5 6", ["touch down 0 5,6"]],
    ["input roll 0 -2", ["scroll 360,800 0,-2"]],
    [
      "input keycombination CTRL_LEFT A",
      ["key down 113 12288", "key down 29 12288", "key up 29 12288", "key up 113 0"],
    ],
  ])("%s", async (line, calls) => {
    const { run, screen } = startShell();
    expect((await run(line)).code).toBe(0);
    expect(screen.calls).toEqual(calls);
  });

  it("swipes evenly, for the time given", async () => {
    const { run, screen } = startShell();
    const startMs = performance.now();
    await run("input swipe 0 0 100 200 400");
    expect(performance.now() - startMs).toBeGreaterThanOrEqual(395);
    expect(screen.calls.at(0)).toBe("touch down 0 0,0");
    expect(screen.calls.slice(-2)).toEqual(["touch move 0 100,200", "touch up 0 100,200"]);
    const moves = screen.calls
      .filter((call) => call.startsWith("touch move"))
      .map((call) => Number(call.split(/[ ,]/)[3]));
    expect(moves).toEqual(moves.toSorted((a, b) => a - b));
    expect(moves.length).toBeGreaterThan(3);
  });

  it("lifts the finger when it is stopped on the way", async () => {
    const { run, screen } = startShell();
    const stop = new AbortController();
    const running = run("input swipe 0 0 100 100 60000", "", stop.signal);
    await vi.waitFor(() => expect(screen.calls.length).toBeGreaterThan(2));
    stop.abort();
    await running;
    expect(screen.calls.at(-1)).toBe("touch cancel 0 100,100");
  });

  it.each(["input", "input tap 1", "input tap a b", "input fly 1 2", "input motionevent sideways 1 2"])(
    "refuses %j",
    async (line) => {
      const { run, screen } = startShell();
      expect((await run(line)).code).toBe(255);
      expect(screen.calls).toEqual([]);
    },
  );
});

describe("wm and cmd", () => {
  it("overrides and resets size and density", async () => {
    const { run, screen } = startShell();
    await run("wm size 540x1200");
    await run("wm density 240");
    expect((await run("wm size")).stdout).toBe("Physical size: 720x1600\nOverride size: 540x1200\n");
    expect((await run("wm density")).stdout).toBe("Physical density: 320\nOverride density: 240\n");
    await run("wm size reset; wm density reset");
    expect((await run("wm size; wm density")).stdout).toBe("Physical size: 720x1600\nPhysical density: 320\n");
    expect(screen.calls.at(1)).toBe('override {"width":540,"height":1200} 240');
    expect((await run("wm size big")).code).toBe(255);
  });

  it("locks and frees the rotation", async () => {
    const { run, screen } = startShell();
    await run("wm user-rotation lock 1");
    expect((await run("wm user-rotation")).stdout).toBe("lock 1\n");
    await run("wm user-rotation free");
    expect(screen.calls).toEqual(["rotate 1", "rotate auto"]);
  });

  it("folds a phone that folds, and no other", async () => {
    const folding = startShell(defaultProfile(2));
    expect((await folding.run("cmd device_state state CLOSED")).code).toBe(0);
    expect(folding.screen.calls).toEqual(["fold true"]);
    const plain = startShell();
    expect((await plain.run("cmd device_state state 0")).code).toBe(255);
    expect(plain.screen.calls).toEqual([]);
  });

  it("reads and writes the clipboard", async () => {
    const { run } = startShell();
    await run("cmd clipboard set-text 'copied text'");
    expect((await run("cmd clipboard get-text")).stdout).toBe("copied text\n");
  });

  it("says which service it cannot find", async () => {
    const { run } = startShell();
    expect(await run("cmd nosuch x")).toEqual({ stdout: "", stderr: "cmd: Can't find service: nosuch\n", code: 20 });
  });
});

describe("am", () => {
  it("starts with extras and waits", async () => {
    const { run, screen } = startShell();
    const { stdout, code } = await run("am start -W -n com.udt.launcher/.HomeActivity --es key 'a value' -d x://y");
    expect(code).toBe(0);
    expect(screen.calls).toEqual([
      'start com.udt.launcher com.udt.launcher.HomeActivity {"key":"a value","data":"x://y"}',
    ]);
    expect(stdout).toMatch(
      /^Starting: Intent \{ dat=x:\/\/y cmp=com\.udt\.launcher\/\.HomeActivity \(has extras\) \}\nStatus: ok\nLaunchState: COLD\nActivity: com\.udt\.launcher\/\.HomeActivity\nTotalTime: \d+\nWaitTime: \d+\nComplete\n$/,
    );
  });

  it("finds the home screen by its category, and says when nothing answers", async () => {
    const { run, screen } = startShell();
    await run("am start -a android.intent.action.MAIN -c android.intent.category.HOME");
    expect(screen.calls).toEqual(["start com.udt.launcher  {}"]);
    const unknown = await run("am start -a android.intent.action.DIAL -d tel:1");
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toBe(
      "Error: Activity not started, unable to resolve Intent { act=android.intent.action.DIAL dat=tel:1 }\n",
    );
  });

  it("stops what runs", async () => {
    const { run } = startShell();
    await run("am start -n com.udt.launcher/.HomeActivity");
    expect((await run("pidof com.udt.launcher")).code).toBe(0);
    await run("am force-stop com.udt.launcher");
    expect((await run("pidof com.udt.launcher")).code).toBe(1);
  });

  it("crashes what runs, by name or by process, as Android does", async () => {
    const { run, screen } = startShell();
    await run("am start -n com.udt.launcher/.HomeActivity");
    const { stdout } = await run("pidof com.udt.launcher");
    expect(await run(`am crash ${stdout.trim()}`)).toEqual({ stdout: "", stderr: "", code: 0 });
    expect(screen.calls.at(-1)).toMatch(/^crash com\.udt\.launcher .*CrashedByAdbException: shell-induced crash$/);
    expect(await run("am crash com.udt.launcher")).toMatchObject({ stderr: "", code: 0 });
    expect((await run("am crash")).code).toBe(255);
  });

  it("is honest about instrumentation", async () => {
    const { run } = startShell();
    const { stderr, code } = await run("am instrument -w org.example/.Runner");
    expect(code).toBe(1);
    expect(stderr).toContain("INSTRUMENTATION_FAILED: org.example/.Runner");
  });
});

describe("dumpsys battery", () => {
  it("sets and resets", async () => {
    const { run, system } = startShell();
    await run("dumpsys battery set level 15; dumpsys battery unplug");
    expect([system.battery.level, system.battery.charging]).toEqual([15, false]);
    expect((await run("dumpsys battery | grep level")).stdout).toBe("  level: 15\n");
    await run("dumpsys battery reset");
    expect([system.battery.level, system.battery.charging]).toEqual([100, true]);
  });
});

describe("monkey", () => {
  it("sends the same events for the same seed", async () => {
    const events = async (seed: number) => {
      const { run, screen } = startShell();
      const { stdout, code } = await run(`monkey -p com.udt.launcher -s ${seed} 40`);
      expect(code).toBe(0);
      expect(stdout).toContain("Events injected: 40\n");
      return screen.calls;
    };
    const first = await events(7);
    expect(first.length).toBeGreaterThan(40);
    expect(await events(7)).toEqual(first);
    expect(await events(8)).not.toEqual(first);
  });

  it("shares the events as told", async () => {
    const { run, screen } = startShell();
    await run("monkey -p com.udt.launcher --pct-touch 100 20");
    expect(screen.calls.slice(1).every((call) => /^touch (?:down|up)/.test(call))).toBe(true);
    expect(screen.calls).toHaveLength(1 + 19 * 2);
  });

  it("stops for a package it cannot start", async () => {
    const { run } = startShell();
    expect(await run("monkey -p org.none 1")).toMatchObject({ code: 252 });
  });
});

describe("app_process", () => {
  it("runs scrcpy's server from a JAR that was pushed, and nothing else", async () => {
    const { run, system } = startShell();
    const line = "CLASSPATH=/data/local/tmp/server.jar app_process / com.genymobile.scrcpy.Server 3.3.4 scid=1";
    expect((await run(line)).stderr).toContain("ClassNotFoundException");
    system.files.write("/data/local/tmp/server.jar", "jar");
    expect(await run(line)).toEqual({ stdout: "server 3.3.4 scid=1\n", stderr: "", code: 0 });
    expect((await run("app_process / org.other.Main")).code).toBe(1);
  });
});

describe("faults", () => {
  it("sets, shows and resets them", async () => {
    const { run, system, drops } = startShell();
    await run(
      "udt-fault freeze_video true; udt-fault keyguard secure; udt-fault delay_ms 30; udt-fault refuse_install INSTALL_FAILED_X",
    );
    expect((await run("udt-fault")).stdout).toBe(
      "freeze_video=true\ndelay_ms=30\nrefuse_install=INSTALL_FAILED_X\nrefuse_input=false\ndisk_full=false\npackage_wait_ms=0\nstuck_installer=false\napp_stays=false\nkeyguard=secure\nnetwork=fine\nwrong_language=false\nblack_screen=false\nleak=false\nrestart_mends=false\nhot_battery=none\nprofile_refused=none\nshop_layout=false\n",
    );
    await run("udt-fault reset; udt-fault drop 250");
    expect(system.faults).toEqual(NO_FAULTS);
    expect(drops).toEqual([250]);
    expect((await run("udt-fault delay_ms soon")).code).toBe(1);
    expect((await run("udt-fault keyguard odd")).code).toBe(1);
    expect((await run("udt-fault black_screen perhaps")).code).toBe(1);
  });

  it("has a battery that is as hot as it is told, for whatever asks", async () => {
    const { run } = startShell();
    const asked =
      "dumpsys battery | grep temp; dumpsys thermalservice | grep -c mValue=52.00; cat /sys/class/power_supply/battery/temp";
    await run("udt-fault hot_battery hot");
    expect((await run(asked)).stdout).toBe("  temperature: 520\n2\n520\n");
    await run("udt-fault hot_battery warm");
    expect((await run("dumpsys battery")).stdout).toContain("temperature: 470\n");
    await run("udt-fault reset");
    expect(Number(/temperature: (\d+)/.exec((await run("dumpsys battery")).stdout)?.[1])).toBeLessThan(450);
    expect((await run("udt-fault hot_battery odd")).code).toBe(1);
    expect((await run("cat /sys/class/power_supply/battery/cycle_count")).stdout).toBe("0\n");
  });

  it("has a network that answers, late, not at all, or none", async () => {
    const { run } = startShell();
    const ping = "ping -c 1 -W 1 10.0.2.2";
    expect(await run(ping)).toMatchObject({ code: 0, stdout: expect.stringMatching(/time=\d+\.\d+ ms/) });
    expect((await run("ip route get 192.0.2.1")).stdout).toContain("via 10.0.2.2 dev wlan0");
    await run("udt-fault network slow");
    expect((await run(ping)).stdout).toContain("time=900 ms");
    await run("udt-fault network silent");
    expect(await run(ping)).toMatchObject({ code: 1, stdout: expect.stringContaining("100% packet loss") });
    await run("udt-fault network none");
    expect(await run(ping)).toMatchObject({ code: 2, stderr: expect.stringContaining("Network is unreachable") });
    expect((await run("ip route get 192.0.2.1")).code).toBe(2);
  });
});

describe("files", () => {
  it("goes, with all in them, or says why they stay", async () => {
    const { run, system } = startShell();
    const tmp = "cd /data/local/tmp";
    expect(await run(`${tmp}; mkdir -p d/e; echo x > d/e/f; rm d`)).toMatchObject({
      stderr: "rm: d: Is a directory\n",
      code: 1,
    });
    expect(await run(`${tmp}; echo x > -v; rm -rf d -- -v none; ls`)).toEqual({ stdout: "", stderr: "", code: 0 });
    expect(await run("rm /data/local/tmp/none")).toMatchObject({
      stderr: "rm: /data/local/tmp/none: No such file or directory\n",
      code: 1,
    });
    expect(await run("rm -rf /system/bin/sh")).toMatchObject({
      stderr: "rm: /system/bin/sh: Read-only file system\n",
      code: 1,
    });
    // Of a link the link goes; one that the system made stays, and so does what may be written only within.
    system.files.mkdir("/sdcard/real");
    expect(await run("cd /sdcard; echo x > real/f; ln -s real l; rm -rf l; ls real")).toMatchObject({ stdout: "f\n" });
    expect(await run("rm -rf /sdcard")).toMatchObject({ stderr: "rm: /sdcard: Read-only file system\n", code: 1 });
    expect(await run("mv /sdcard /data/local/tmp/s")).toMatchObject({ code: 1 });
    expect(system.files.exists("/sdcard/real/f")).toBe(true);
  });

  it("copies, moves and links onto a file that is there", async () => {
    const { run } = startShell();
    const tmp = "cd /data/local/tmp";
    expect(await run(`${tmp}; echo one > a; echo two > b; cp a b; cat b`)).toEqual({
      stdout: "one\n",
      stderr: "",
      code: 0,
    });
    expect(await run(`${tmp}; echo three > c; mv c b; cat b; ls`)).toEqual({
      stdout: "three\na\nb\n",
      stderr: "",
      code: 0,
    });
    expect(await run(`${tmp}; mkdir d; cp a d; cp -r d e; cp -r d e; cat e/a e/d/a`)).toEqual({
      stdout: "one\none\n",
      stderr: "",
      code: 0,
    });
    expect((await run(`${tmp}; cp a a`)).code).toBe(1);
    expect((await run(`${tmp}; cat a`)).stdout).toBe("one\n");
  });
});

describe("install", () => {
  it.each(["--instant", "--full", "--instant -t -g"])("takes the size that follows %s", async (flags) => {
    const { run } = startShell();
    const { stdout, stderr } = await run(`cmd package install ${flags} -S 4`, "junk");
    expect(stderr).toBe("");
    expect(stdout).toContain("INSTALL_PARSE_FAILED_NOT_APK");
  });
});

describe("the shell around them", () => {
  it("keeps directory and variables from line to line", async () => {
    const { run } = startShell();
    await run("cd /sdcard/DCIM; X='kept value'");
    expect((await run('pwd; echo "$X"')).stdout).toBe("/sdcard/DCIM\nkept value\n");
  });

  it("runs scripts with arguments", async () => {
    const { run } = startShell();
    await run("echo 'echo \"$2-$1\"' > /data/local/tmp/s.sh");
    expect((await run("sh /data/local/tmp/s.sh 'a b' c")).stdout).toBe("c-a b\n");
    expect((await run(`sh -c 'echo "$1"' name arg`)).stdout).toBe("arg\n");
  });

  it("streams logcat through grep, and ends it when the filter has enough", async () => {
    const { run, system } = startShell();
    const running = run("logcat | grep -m 2 Needle");
    await vi.waitFor(() => expect(system.log.written.size).toBe(1), { timeout: 60_000 });
    for (const word of ["hay", "Needle 1", "hay", "Needle 2"]) system.log.write("I", "T", word);
    const { stdout, code } = await running;
    expect(code).toBe(0);
    expect(stdout.match(/Needle \d/g)).toEqual(["Needle 1", "Needle 2"]);
    expect(system.log.written.size).toBe(0);
  });

  it("does not wait for stdin that no command reads", async () => {
    const { phone } = startShell();
    const { Shell } = await import("../executor.ts");
    const output: string[] = [];
    const code = await new Shell(phone).run("echo a | tr a b; ls /sdcard | wc -l; if true; then echo c; fi", {
      stdin: { some: () => new Promise(() => undefined) },
      stdout: async (text) => void output.push(String(text)),
      stderr: async (text) => void output.push(text),
      signal: new AbortController().signal,
    });
    expect(code).toBe(0);
    expect(output.join("")).toBe("b\n10\nc\n");
  });

  it("bounds the log", () => {
    const { system } = startShell();
    for (let index = 0; index < 10_000; index++) system.log.write("I", "Flood", "x".repeat(500));
    expect(system.log.usedBytes).toBeLessThanOrEqual(system.log.capacityBytes);
    expect(system.log.entries().length).toBeLessThanOrEqual(4000);
  });

  it("tells each log's size as it is, and takes one that it has room for", async () => {
    const { run, system } = startShell();
    system.log.write("I", "Flood", "x".repeat(200_000), undefined, "crash");
    expect((await run("logcat -g -b crash")).stdout).toContain("is 1024 KiB (196 KiB consumed, 196 KiB readable)");
    expect((await run("logcat -G 64K")).code).toBe(0);
    expect((await run("logcat -g -b crash")).stdout).toContain("is 64 KiB (0 KiB consumed, 0 KiB readable)");
    for (const size of ["16M", "1K", "much"]) expect((await run(`logcat -G ${size}`)).code, size).toBe(1);
    expect(system.log.capacityBytes).toBe(65_536);
  });
});
