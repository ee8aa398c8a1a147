import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEVICE_KEYS } from "@udt/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withoutAccount } from "./account-marks.ts";
import { exported, EXPORTS } from "./export.ts";
import { keyCodeName } from "./key-names.ts";
import { lowCode } from "./low-code.ts";
import { HOSTILE, STEPS } from "./script.fixture.ts";
import { toJson, type Action, type Step } from "./steps.ts";

const nameOf = ({ note }: Step) => note;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(process.env["UDT_TEST_FOLDER"] ?? tmpdir(), "udt-script-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a script hands on, as its own language reads it: each call's texts, when all that would do something is put aside. */
function texts(language: keyof typeof EXPORTS): string[] {
  const script = exported(language, STEPS, nameOf);
  const file = join(folder, EXPORTS[language].file);
  if (language === "python") {
    writeFileSync(file, script);
    const read = `import ast, json, sys
tree = ast.parse(open(sys.argv[1], encoding="utf-8").read())
body = next(node for node in tree.body if getattr(node, "name", "") == "test_recorded")
print(json.dumps([node.value for node in ast.walk(body) if isinstance(node, ast.Constant) and isinstance(node.value, str)]))`;
    return JSON.parse(execFileSync("python3", ["-c", read, file], { encoding: "utf8" })) as string[];
  }
  const told = `const told: unknown[] = [];
const step = async (name: string, _: number, work: () => unknown) => { told.push(name); await work(); };
const phone = new Proxy({}, { get: () => (...words: unknown[]) => told.push(...words) }) as Record<string, (...words: unknown[]) => unknown>;
`;
  const body = script.slice(script.indexOf('  await step("wake'), script.lastIndexOf("});"));
  writeFileSync(
    file,
    `${told}${body}\nconsole.log(JSON.stringify(told.flat().filter((one) => typeof one === "string")));`,
  );
  return JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8" })) as string[];
}

describe("an exported script", () => {
  it.each(["python", "typescript"] as const)(
    "says in %s exactly what was recorded, whatever signs are in it",
    (language) => {
      const read = texts(language);
      for (const text of HOSTILE) expect(read.filter((one) => one === text).length).toBeGreaterThanOrEqual(4);
      expect(read).toEqual(
        expect.arrayContaining(["dev.udt.shop", "Sign in", "KEYCODE_A", "KEYCODE_CTRL_LEFT", "xpath"]),
      );
    },
  );

  it.each(["python", "typescript"] as const)("is in %s a file that its reader sees as it runs", (language) => {
    const script = exported(language, STEPS, nameOf);
    const body = script.slice(script.indexOf("wake the phone"));
    expect(body).not.toMatch(/[\u007f-\u009f\u00a0\u00ad\u2028\u2029\ufeff\u202a-\u202e\u2066-\u2069]/);
    expect(body.split("\n")).toHaveLength(
      exported(language, STEPS, () => "")
        .slice(script.indexOf("wake the phone"))
        .split("\n").length,
    );
    expect(script).not.toMatch(/(#|\/\/) STEPS/);
  });

  it("writes each action as the frame's functions take it", () => {
    const python = exported("python", STEPS, nameOf);
    const typescript = exported("typescript", STEPS, nameOf);
    for (const line of [
      `start_app("dev.udt.shop", True)`,
      `tap("text", "Sign in", 1, (0.5, 0.25))`,
      `tap_at(0.1, 0.9)`,
      `hold("text", "Sign in", 1, (0.5, 0.9), 800)`,
      `type_text(account("password"))`,
      `press(0.1, 0.9, 700)`,
      `swipe(0.5, 0.8, 0.5, 0.2, 250)`,
      `key("KEYCODE_A", 2, ["KEYCODE_CTRL_LEFT", "KEYCODE_SHIFT_LEFT"])`,
      `rotate()`,
    ])
      expect(python).toContain(`, 0.42):\n        ${line}\n`);
    for (const line of [
      `phone.startApp("dev.udt.shop", true)`,
      `phone.tap("text", "Sign in", 1, [0.5, 0.25])`,
      `phone.hold("text", "Sign in", 1, [0.5, 0.9], 800)`,
      `phone.type(phone.account("password"))`,
      `phone.check("text", "Sign in", 1)`,
    ])
      expect(typescript).toContain(`, 0.42, () => ${line});\n`);
    for (const file of [python, typescript, toJson(withoutAccount({ steps: STEPS, left_out: 0 }))])
      expect(file).not.toContain("of} somebody");
  });
});

it("names the picture that a step falls back on, of the screen that it was cut out of", () => {
  const target = { by: "resource_id", value: "shop:id/image", instance: 2 } as const;
  const within = { x: 0.5, y: 0.5 };
  const actions: Action[] = [
    { kind: "tap", target, within },
    { kind: "hold", target, within, ms: 800 },
    { kind: "tap", target, within },
  ];
  const steps = actions.map((action, at): Step => ({ step_id: at, note: "", rest_ms: 0, action }));
  const pictureOf = ({ step_id }: Step) =>
    step_id < 2 ? { image: `pictures/a "${step_id}".png`, screen: { width: 720, height: 1600 } } : undefined;
  const [python, typescript] = (["python", "typescript"] as const).map((language) =>
    exported(language, steps, () => "a", pictureOf),
  );
  const words = '"resource_id", "shop:id/image", 2';
  expect(python).toContain(`tap(${words}, (0.5, 0.5), Picture("pictures/a \\"0\\".png", 720, 1600))\n`);
  expect(python).toContain(`hold(${words}, (0.5, 0.5), 800, Picture("pictures/a \\"1\\".png", 720, 1600))\n`);
  expect(python).toContain(`tap(${words}, (0.5, 0.5))\n`);
  const picture = (number: number) => `{ image: "pictures/a \\"${number}\\".png", width: 720, height: 1600 }`;
  expect(typescript).toContain(`phone.tap(${words}, [0.5, 0.5], ${picture(0)}));\n`);
  expect(typescript).toContain(`phone.hold(${words}, [0.5, 0.5], 800, ${picture(1)}));\n`);
  expect(typescript).toContain(`phone.tap(${words}, [0.5, 0.5]));\n`);
});

it("says for how long a check may wait, where somebody said so", () => {
  const target = { by: "resource_id", value: "shop:id/total", instance: 0, is_alone: true } as const;
  const actions: Action[] = [
    { kind: "check", target, text: "", within_s: 3 },
    { kind: "check", target, text: "€9", within_s: 60 },
    { kind: "check", target, text: "€9" },
  ];
  const steps = actions.map((action, at): Step => ({ step_id: at, note: "", rest_ms: 40_000, action }));
  const words = '"resource_id", "shop:id/total", 0';
  for (const [language, name] of [
    ["python", "check"],
    ["typescript", "phone.check"],
  ] as const) {
    const calls = exported(language, steps, () => "a").match(/\b(phone\.)?check\("resource_id".*?\)/g);
    expect(calls).toEqual([`${name}(${words}, "", 3)`, `${name}(${words}, "€9", 60)`, `${name}(${words}, "€9")`]);
  }
  // What was said stands, however long the screen took before; what was not is told by that.
  expect(lowCode(steps, () => "a").match(/timeout: \d+/g)).toEqual(["timeout: 3", "timeout: 60", "timeout: 120"]);
});

describe("what is the account's", () => {
  const secret = "hunter2 ${x}";
  const shown = { by: "text", value: `Hello ${secret}!`, instance: 0, is_alone: true } as const;
  const actions: Action[] = [
    { kind: "text", text: secret, field: "password" },
    { kind: "tap", target: shown, within: { x: 0.5, y: 0.5 } },
    { kind: "check", target: shown, text: secret },
  ];
  const steps = actions.map((action, at): Step => ({ step_id: at, note: `see ${secret}`, rest_ms: 0, action }));

  it("is in no file, though the screen showed it and elements are found by it", () => {
    const python = exported("python", steps, nameOf);
    const typescript = exported("typescript", steps, nameOf);
    const low_code = lowCode(steps, nameOf);
    for (const file of [python, typescript, low_code, toJson(withoutAccount({ steps, left_out: 0 }))]) {
      expect(file).not.toContain("hunter2");
      expect(file).toContain("see •••");
    }
    expect(python).toContain(`check("text", "Hello " + account("password") + "!", 0, account("password"))`);
    expect(typescript).toContain(`phone.tap("text", "Hello " + phone.account("password") + "!", 0, [0.5, 0.5])`);
    expect(low_code).toContain('text: "Hello ${account.password}!"');
    expect(low_code).not.toContain("dollar");
  });
});

it("tells the account's fields apart, whatever they are", () => {
  const typed = (text: string, field: "account" | "password", at: number): Step => ({
    step_id: at,
    note: "",
    rest_ms: 0,
    action: { kind: "text", text, field },
  });
  const steps = [typed("password", "password", 0), typed("word", "account", 1), typed("text", "account", 2)];
  const seen: Action = { kind: "check", target: { by: "text", value: "password of word", instance: 0 }, text: "" };
  const all = [...steps, { step_id: 3, note: "", rest_ms: 0, action: seen }];
  const python = exported("python", all, () => "a");
  expect(python).toContain(`type_text(account("password"))`);
  expect(python.match(/type_text\(account\("account"\)\)/g)).toHaveLength(2);
  expect(python).toContain(`check("text", account("password") + " of " + account("account"), 0)`);
  expect(lowCode(all, () => "a")).toContain(`text: "\${account.password} of \${account.account}"`);
});

describe("a key's name", () => {
  it.each([
    ["GoBack", "KEYCODE_BACK"],
    ["KeyA", "KEYCODE_A"],
    ["Digit7", "KEYCODE_7"],
    ["Numpad7", "KEYCODE_NUMPAD_7"],
    ["F12", "KEYCODE_F12"],
    ["PageUp", "KEYCODE_PAGE_UP"],
    ["Backspace", "KEYCODE_DEL"],
    ["AppSwitch", "KEYCODE_APP_SWITCH"],
    ["MediaPlayPause", "KEYCODE_MEDIA_PLAY_PAUSE"],
  ] as const)("of %s is Android's", (key, name) => expect(keyCodeName(key)).toBe(name));

  it("is another for each key", () => {
    expect(new Set(DEVICE_KEYS.map(keyCodeName)).size).toBe(DEVICE_KEYS.length);
  });
});
