import { describe, expect, it } from "vitest";
import { startShell } from "../../../test/shell-harness.ts";

const output = async ({ run }: Pick<ReturnType<typeof startShell>, "run">, line: string) =>
  (await run(line)).stdout.trim();

describe("the time zone", () => {
  it("is the clock's, the shell's and the log's", async () => {
    const phone = startShell();
    expect(await output(phone, "date +%z")).toBe("+0000");
    expect((await phone.run("cmd alarm set-timezone Asia/Shanghai")).code).toBe(0);
    expect(await output(phone, "getprop persist.sys.timezone")).toBe("Asia/Shanghai");
    expect(await output(phone, "date +%z")).toBe("+0800");
    expect(await output(phone, "TZ=America/New_York date -d 2026-01-15 +%z")).toBe("-0500");
    expect(phone.system.props.timeZone).toBe("Asia/Shanghai");
    phone.system.log.write("I", "Zone", "here");
    expect(await output(phone, "logcat -d -v time -v zone -s Zone")).toMatch(/ \+0800 .* I Zone /);
  });

  it("is Greenwich's where nobody knows it", async () => {
    const phone = startShell();
    await phone.run("cmd alarm set-timezone Mars/Olympus");
    expect(await output(phone, "getprop persist.sys.timezone")).toBe("GMT");
  });

  it("reads the log from a time of the zone on", async () => {
    const phone = startShell();
    phone.system.log.write("I", "Zone", "here");
    await phone.run("cmd alarm set-timezone Asia/Tokyo");
    const printed = await output(phone, "logcat -d -v time -s Zone");
    const time = /\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}/.exec(printed)?.[0] ?? "";
    expect(await output(phone, `logcat -t '${time}' -v raw -s Zone`)).toContain("here");
  });
});

it("is dark or light as it is told", async () => {
  const phone = startShell();
  expect(await output(phone, "cmd uimode night")).toBe("Night mode: no");
  expect(await output(phone, "cmd uimode night yes")).toBe("Night mode: yes");
  expect(await output(phone, "am get-config")).toContain("-night-");
  expect((await phone.run("cmd uimode night dim")).code).toBe(255);
});

it("says its language, size and density as resource folders are called", async () => {
  const phone = startShell();
  expect(await output(phone, "am get-config")).toMatch(/^config: en-rUS-ldltr-sw360dp-w360dp-h800dp-normal-.*-xhdpi-/);
  await phone.run("settings put system system_locales zh-Hans-CN,en-US; wm density 360");
  expect(await output(phone, "am get-config")).toMatch(/^config: b\+zh\+Hans\+CN-ldltr-.*-360dpi-/);
});

describe("where it is said to be", () => {
  const mock = "cmd location providers";
  const last = async (phone: ReturnType<typeof startShell>) =>
    /last location=(.*)/.exec(await output(phone, "dumpsys location"))?.[1];

  it("is told to who may say so", async () => {
    const phone = startShell();
    await phone.run("appops set 2000 android:mock_location allow");
    expect(await output(phone, "appops get 2000")).toBe("MOCK_LOCATION: allow");
    await phone.run(`${mock} add-test-provider gps; ${mock} set-test-provider-enabled gps true`);
    await phone.run(`${mock} set-test-provider-location gps --location -33.8568,151.2153`);
    expect(await last(phone)).toContain("Location[gps -33.856800,151.215300");
    await phone.run(`${mock} remove-test-provider gps`);
    expect(await last(phone)).toBeUndefined();
  });

  it("is forgotten by a restart", async () => {
    const phone = startShell();
    await phone.run(`appops set com.android.shell MOCK_LOCATION allow; ${mock} add-test-provider gps`);
    expect(await last(phone)).toBe("null");
    phone.system.restart();
    expect(await last(phone)).toBeUndefined();
  });

  it("is not changed by who may not, without a word", async () => {
    const phone = startShell();
    expect(await phone.run(`${mock} add-test-provider gps`)).toEqual({ stdout: "", stderr: "", code: 0 });
    expect(await last(phone)).toBeUndefined();
  });

  it("is refused of a provider that nobody made", async () => {
    const phone = startShell();
    await phone.run("appops set 2000 android:mock_location allow");
    expect((await phone.run(`${mock} set-test-provider-location gps --location 1,2`)).stderr).toContain(
      'provider "gps" is not a test provider',
    );
  });
});

describe("the fault by which a setting does not take", () => {
  const refused = "udt-fault profile_refused";

  it.each([
    ["density", "wm density 280", "Must hold permission android.permission.WRITE_SECURE_SETTINGS", "wm density"],
    [
      "time_zone",
      "cmd alarm set-timezone Asia/Tokyo",
      "android.permission.SET_TIME_ZONE",
      "getprop persist.sys.timezone",
    ],
  ])("refuses %s in Android's words", async (name, line, words, read) => {
    const phone = startShell();
    const before = await output(phone, read);
    await phone.run(`${refused} ${name}`);
    expect(await phone.run(line)).toMatchObject({ code: 255, stderr: expect.stringContaining(words) });
    expect(await output(phone, read)).toBe(before);
  });

  it("forgets a font scale without a word", async () => {
    const phone = startShell();
    await phone.run(`${refused} font_scale`);
    expect(await phone.run("settings put system font_scale 1.3")).toEqual({ stdout: "", stderr: "", code: 0 });
    expect(await output(phone, "settings get system font_scale")).toBe("1.0");
    await phone.run("udt-fault reset; settings put system font_scale 1.3");
    expect(await output(phone, "settings get system font_scale")).toBe("1.3");
  });

  it("is one of those that are there", async () => {
    expect((await startShell().run(`${refused} everything`)).stderr).toContain("font_scale, density, time_zone");
  });
});
