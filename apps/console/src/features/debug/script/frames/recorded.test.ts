/**
 * Recorded on the debug page of UDT. It needs Node 24 or newer and an adb server, and nothing else: in a run of UDT both are
 * there; elsewhere `ANDROID_SERIAL=… node --test recorded.test.ts` runs it on a device that `adb devices` names.
 */
import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

/** UDT hands each run an adb server of its own, on which no device exists but its own. */
const host = process.env["ANDROID_ADB_SERVER_ADDRESS"] || "127.0.0.1";
const port = Number(process.env["ANDROID_ADB_SERVER_PORT"] || 5037);
const serial = process.env["ANDROID_SERIAL"] ?? "";
/** Where UDT finds pictures on the device's screen. Elsewhere nothing does. */
const picturesUrl = process.env["UDT_PICTURES_URL"];
/** What is to show is waited for so long, and a screen that never rests is gone on with after so long. */
const FIND_MS = 30_000;
const REST_MS = 10_000;

interface Node {
  xpath: string;
  resource_id: string;
  description: string;
  text: string;
  package_name: string;
  bounds: number[];
}
interface Screen {
  isTurned: boolean;
  nodes: Node[];
}
type Word = "xpath" | "resource_id" | "description" | "text";
/** A picture of an element, beside this file, and the screen that it was cut out of. */
interface Picture {
  image: string;
  width: number;
  height: number;
}
/** A part of an element, or of the screen. */
type Part = readonly [x: number, y: number];
/** By what a step found its element, as its report says it: by words (fallback 0), or by its picture. */
interface Found {
  locator: string;
  found_by: { by: "ui" | "image"; fallback: number; score?: number };
}
let found: Found | undefined;
const foundBy = (what: Found | undefined) => (found = what);

/** All that a service of the device says. */
async function service(name: string): Promise<Buffer> {
  const socket = connect({ host, port });
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let held: Buffer = Buffer.alloc(0);
  const read = async (length: number): Promise<Buffer> => {
    while (held.length < length) {
      const next = await chunks.next();
      if (next.done) throw new Error(`adb's server closed the connection: ${held.toString()}`);
      held = Buffer.concat([held, next.value]);
    }
    const taken = held.subarray(0, length);
    held = held.subarray(length);
    return taken;
  };
  const ask = async (text: string): Promise<void> => {
    socket.write(`${Buffer.byteLength(text).toString(16).padStart(4, "0")}${text}`);
    if ((await read(4)).toString() === "OKAY") return;
    const length = Number.parseInt((await read(4)).toString(), 16);
    throw new Error(`adb: ${(await read(length)).toString()}`);
  };
  try {
    await ask(serial ? `host:transport:${serial}` : "host:transport-any");
    await ask(name);
    const parts = [held];
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) parts.push(next.value);
    return Buffer.concat(parts);
  } finally {
    socket.destroy();
  }
}

/** What a command prints. Its words reach it as they are. */
async function shell(...words: (string | number)[]): Promise<string> {
  const quoted = words.map((word) => `'${String(word).replaceAll("'", `'\\''`)}'`);
  return (await service(`shell:${quoted.join(" ")}`)).toString();
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const decode = (text: string) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-fA-F]+)|(\w+));/g, (whole, decimal?: string, hex?: string, name?: string) =>
    name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16)),
  );

/** Everything on the screen; undefined while it cannot be read. */
async function look(): Promise<Screen | undefined> {
  const dump = (await service("exec:uiautomator dump /dev/tty")).toString();
  if (!dump.includes("</hierarchy>")) return undefined;
  const nodes: Node[] = [];
  const open = [{ path: "/hierarchy", counts: new Map<string, number>() }];
  for (const [tag, , isEmpty] of dump.matchAll(/<node((?: [\w:-]+="[^"]*")*) ?(\/?)>|<\/node>/g)) {
    const parent = open.at(-1);
    if (tag === "</node>" || !parent) {
      open.pop();
      continue;
    }
    const words = new Map([...tag.matchAll(/ ([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]));
    const word = (key: string) => decode(words.get(key) ?? "");
    const name = word("class") || "*";
    const count = (parent.counts.get(name) ?? 0) + 1;
    parent.counts.set(name, count);
    const xpath = `${parent.path}/${name}[${count}]`;
    nodes.push({
      xpath,
      resource_id: word("resource-id"),
      description: word("content-desc"),
      text: word("text"),
      package_name: word("package"),
      bounds: (word("bounds").match(/-?\d+/g) ?? []).map(Number),
    });
    if (!isEmpty) open.push({ path: xpath, counts: new Map() });
  }
  return { isTurned: / rotation="[13]"/.test(dump.slice(0, dump.indexOf("<node"))), nodes };
}

type Fact<T> = (screen: Screen) => T | undefined | Promise<T | undefined>;
/** What `fact` finds on the screen, once it does. */
async function until<T>(what: string, fact: Fact<T>, within = FIND_MS / 1000): Promise<T> {
  const end = Date.now() + within * 1000;
  for (;;) {
    const screen = await look();
    const known = screen && (await fact(screen));
    if (known !== undefined) return known;
    assert.ok(Date.now() < end, `${what} does not show within ${within} s`);
    await pause(100);
  }
}

/** A part of the screen, as it is turned now, in its pixels. */
async function pixels(x: number, y: number): Promise<Part> {
  const sizes = [...(await shell("wm", "size")).matchAll(/\b(\d+)x(\d+)/g)].at(-1) ?? [];
  const [width = 1, height = 1] = sizes.slice(1).map(Number);
  const { isTurned } = await until("the screen", (screen) => screen);
  const [across, down] = isTurned ? [height, width] : [width, height];
  return [Math.min(across - 1, Math.floor(x * across)), Math.min(down - 1, Math.floor(y * down))];
}

/** A text as reports may show it: nothing of the account's stands in it. */
function shown(text: string): string {
  const fields = Object.entries(JSON.parse(process.env["UDT_ACCOUNT"] || "{}") as Record<string, string>);
  const values = fields.filter(([, value]) => value !== "").toSorted(([, a], [, b]) => b.length - a.length);
  return values.reduce((rest, [name, value]) => rest.replaceAll(value, `(account: ${name})`), text);
}

/** Where the screen shows a picture; undefined where it does not. UDT looks for it, as for those of low-code steps. */
async function seen({ image, width, height }: Picture, fallback = 1, scale = 0.1): Promise<number[] | undefined> {
  const answer = await fetch(`${picturesUrl}?width=${width}&height=${height}&scale=${scale}`, {
    method: "POST",
    headers: { "content-type": "image/png" },
    body: readFileSync(join(import.meta.dirname, image)),
  });
  const { error, ...screen } = (await answer.json()) as {
    error?: string;
    width: number;
    height: number;
    found: { left: number; top: number; right: number; bottom: number; score: number }[];
  };
  if (error !== undefined) {
    // A screen that cannot be read now is looked at again.
    assert.ok(answer.status > 428, `${image}: ${error}`);
    return void console.log(`${image}: ${error}`);
  }
  const [place, ...others] = screen.found;
  assert.equal(others.length, 0, `${image} is on the screen ${others.length + 1} times`);
  if (!place) return undefined;
  foundBy({ locator: `image: ${image}`, found_by: { by: "image", fallback, score: place.score } });
  const { left, top, right, bottom } = place;
  return [left * screen.width, top * screen.height, right * screen.width, bottom * screen.height];
}

/** A part of an element, in the screen's pixels. Its picture counts once the screen has come to rest without it. */
async function placeIn(by: Word, value: string, instance: number, within: Part, picture?: Picture): Promise<Part> {
  const or = picturesUrl ? " or of" : ", without UDT_PICTURES_URL to look for";
  const what = `an element of ${by} ${JSON.stringify(shown(value))}${picture ? `${or} ${picture.image}` : ""}`;
  let before = "";
  const bounds = await until(what, async (screen) => {
    const node = screen.nodes.filter((each) => each[by] === value)[instance];
    if (node) {
      foundBy({ locator: `${by}: ${shown(value)}`, found_by: { by: "ui", fallback: 0 } });
      return node.bounds;
    }
    const rests = before === (before = JSON.stringify(screen));
    return rests && picture && picturesUrl ? await seen(picture) : undefined;
  });
  const [left = 0, top = 0, right = 0, bottom = 0] = bounds;
  return [Math.floor(left + (right - left) * within[0]), Math.floor(top + (bottom - top) * within[1])];
}

/** What a person does at the phone. Elements are found by a word: the how manieth of those that have the same. */
const phone = {
  /** Touches an element, at a part of it. */
  async tap(by: Word, value: string, instance = 0, within: Part = [0.5, 0.5], picture?: Picture) {
    await shell("input", "tap", ...(await placeIn(by, value, instance, within, picture)));
  },
  async hold(by: Word, value: string, instance: number, within: Part, ms: number, picture?: Picture) {
    const at = await placeIn(by, value, instance, within, picture);
    await shell("input", "swipe", ...at, ...at, ms);
  },
  async tapAt(x: number, y: number) {
    await shell("input", "tap", ...(await pixels(x, y)));
  },
  async press(x: number, y: number, ms: number) {
    const at = await pixels(x, y);
    await shell("input", "swipe", ...at, ...at, ms);
  },
  async swipe(x1: number, y1: number, x2: number, y2: number, ms: number) {
    await shell("input", "swipe", ...(await pixels(x1, y1)), ...(await pixels(x2, y2)), ms);
  },
  /** Of the account that UDT gives each device; elsewhere from the variable UDT_ACCOUNT, {"account":"…","password":"…"}. */
  account(field: string): string {
    const value = (JSON.parse(process.env["UDT_ACCOUNT"] || "{}") as Record<string, string>)[field];
    assert.ok(value, `this run has no account with the field ${JSON.stringify(field)}`);
    return value;
  },
  async type(text: string) {
    // `input text` reads %s as a blank, and the ends of lines are keys.
    for (const part of text.replaceAll(/\r\n?/g, "\n").split(/(\n|\t)|(?<=%)(?=s)/)) {
      if (part === "\n" || part === "\t") await phone.key(part === "\n" ? "KEYCODE_ENTER" : "KEYCODE_TAB");
      else if (part) {
        const said = await shell("input", "text", part);
        assert.doesNotMatch(said, /Exception/, `this device's \`input text\` does not take ${JSON.stringify(part)}`);
      }
    }
  },
  async key(name: string, times = 1, held: readonly string[] = []) {
    const words = held.length > 0 ? ["keycombination", ...held, name] : ["keyevent", name];
    for (let time = 0; time < times; time++) await shell("input", ...words);
  },
  async rotate() {
    await shell("settings", "put", "system", "accelerometer_rotation", 0);
    const turned = /^[13]/.test(await shell("settings", "get", "system", "user_rotation"));
    await shell("settings", "put", "system", "user_rotation", turned ? 0 : 1);
  },
  /** The app as after its start; with its data as after its installation. */
  async startApp(name: string, clears = false) {
    await shell("am", "force-stop", name);
    if (clears) await shell("pm", "clear", name);
    const said = await shell("monkey", "-p", name, "-c", "android.intent.category.LAUNCHER", 1);
    // A launcher is not started, but gone back to.
    if (said.includes("No activities found")) await phone.key("KEYCODE_HOME");
    await until(name, ({ nodes }) => nodes.find(({ package_name }) => package_name === name));
  },
  /** The element shows within so many seconds, with this text where there is one. */
  async check(by: Word, value: string, instance = 0, text = "", within?: number) {
    const said = text && ` with the text ${JSON.stringify(shown(text))}`;
    const what = `an element of ${by} ${JSON.stringify(shown(value))}${said}`;
    const meant = (node?: Node) => (text === "" || node?.text === text ? node : undefined);
    await until(what, ({ nodes }) => meant(nodes.filter((each) => each[by] === value)[instance]), within);
  },
  /** The screen shows within so many seconds what is on this picture. A button is not larger by as much as the screen is. */
  async looks(picture: Picture, within?: number) {
    assert.ok(picturesUrl, `there is no UDT_PICTURES_URL to look for ${picture.image}`);
    await until(picture.image, () => seen(picture, 0, 0.6), within);
  },
};

let number = 0;

/** Does something, waits as long as the screen changed when this was recorded and until it rests, and tells UDT about it. */
async function step(name: string, seconds: number, work: () => Promise<void>): Promise<void> {
  const started_at = Date.now();
  let ok = false;
  foundBy(undefined);
  try {
    await work();
    const { score } = found?.found_by ?? {};
    if (found) console.log(`${name}: found by ${found.locator}${score ? ` (${Math.round(score * 100)} %)` : ""}`);
    await pause(seconds * 1000);
    const end = Date.now() + REST_MS;
    for (let before = "", now = "?"; before !== now && Date.now() < end; await pause(200)) {
      before = now;
      now = JSON.stringify(await look()) ?? "";
    }
    ok = true;
  } finally {
    const { UDT_STEPS_FILE: file, UDT_RESULTS_DIR: results } = process.env;
    if (file && results) {
      const ended_at = Date.now();
      const screenshot = `step-${process.pid}-${String(++number).padStart(3, "0")}.png`;
      writeFileSync(join(results, screenshot), await service("exec:screencap -p"));
      appendFileSync(file, `${JSON.stringify({ name, ok, screenshot, started_at, ended_at, ...found })}\n`);
    }
  }
}

test("the recorded steps", async () => {
  await step("wake the phone", 0, () => phone.key("KEYCODE_WAKEUP"));
  // STEPS
});
