import { cyclic, delay, isNonEmpty, type NonEmpty } from "@udt/base";
import { parseOptions } from "../options.ts";
import { isLaunched } from "./intents.ts";
import { serveMonkey } from "./monkey-network.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";

/** https://github.com/aosp-mirror/platform_development/blob/88f7870b2c652922dc2afb01c076737e8bc50130/cmds/monkey/src/com/android/commands/monkey/Monkey.java */
const VALUED = [
  "-c",
  "-f",
  "-p",
  "-s",
  "--device-sleep-time",
  "--pct-anyevent",
  "--pct-appswitch",
  "--pct-flip",
  "--pct-majornav",
  "--pct-motion",
  "--pct-nav",
  "--pct-permission",
  "--pct-pinchzoom",
  "--pct-rotation",
  "--pct-syskeys",
  "--pct-touch",
  "--pct-trackball",
  "--periodic-bugreport",
  "--pkg-blacklist-file",
  "--pkg-whitelist-file",
  "--port",
  "--profile-wait",
  "--setup",
  "--throttle",
];
const FLAGS = new Set([
  "--bugreport",
  "--dbg-no-events",
  "--hprof",
  "--ignore-crashes",
  "--ignore-native-crashes",
  "--ignore-security-exceptions",
  "--ignore-timeouts",
  "--kill-process-after-error",
  "--match-description",
  "--monitor-native-crashes",
  "--permission-target-system",
  "--randomize-script",
  "--randomize-throttle",
  "--script-log",
  "--wait-dbg",
]);

/** Android's own shares of each kind of event, in per cent. */
const KINDS = [
  { name: "touch", share: 15 },
  { name: "motion", share: 10 },
  { name: "pinchzoom", share: 2 },
  { name: "trackball", share: 15 },
  { name: "rotation", share: 0 },
  { name: "nav", share: 25 },
  { name: "majornav", share: 15 },
  { name: "syskeys", share: 2 },
  { name: "appswitch", share: 2 },
  { name: "flip", share: 1 },
  { name: "anyevent", share: 13 },
] as const;
type Kind = (typeof KINDS)[number]["name"];

const NAV_KEYS: NonEmpty<number> = [19, 20, 21, 22];
const MAJOR_NAV_KEYS: NonEmpty<number> = [82, 23];
const SYSTEM_KEYS: NonEmpty<number> = [3, 4, 24, 25, 164];
const ANY_KEYS: NonEmpty<number> = [7, ...Array.from({ length: 46 }, (_, index) => index + 8)];

/** A linear congruential generator, so that the same seed gives the same events. Answers 0 up to 1. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

interface Run {
  context: ProgramContext;
  packages: NonEmpty<string>;
  random: () => number;
  verbosity: number;
}

/** `monkey [-p PACKAGE] [-c CATEGORY] [-s SEED] [--throttle MS] [-v…] COUNT`: starts the app, then sends random events. */
const monkey: Program = async (context) => {
  const options = parseOptions(context.args, VALUED);
  const unknown = [...options.flags].find((flag) => !FLAGS.has(flag) && !/^-v+$/.test(flag));
  if (unknown !== undefined) return failWith(context, `** Error: Unknown option: ${unknown}`, 255);
  if (options.values.has("-f") || options.values.has("--setup"))
    return failWith(context, "** Error: this phone runs no monkey scripts", 255);
  const port = options.values.get("--port");
  if (port !== undefined && !/^\d{1,5}$/.test(port))
    return failWith(context, "** Error: Server port to listen on for commands is not a number", 255);
  if (port !== undefined) return serveMonkey(context, Number(port));
  const count = Number(options.operands[0]);
  if (!Number.isInteger(count) || count < 0) return failWith(context, "** Error: Count not specified", 251);
  const packages = packagesOf(context);
  const missing =
    !isNonEmpty(packages) || packages.some((name) => !isLaunched(context.phone.system.packages.find(name)));
  if (missing) {
    await context.stdout("** No activities found to run, monkey aborted.\n");
    return 252;
  }
  const seed = Number(options.values.get("-s") ?? Date.now() % 2 ** 31);
  const verbosity = context.args.filter((arg) => /^-v+$/.test(arg)).reduce((sum, arg) => sum + arg.length - 1, 0);
  const run: Run = { context, packages, random: seededRandom(seed), verbosity };
  const shares = sharesOf(options.values);
  if (verbosity > 0) await context.stdout(header(seed, count, packages, shares));
  const throttleMs = Number(options.values.get("--throttle") ?? 0);
  const done = await sendEvents(run, shares, count, throttleMs);
  return print(
    context,
    `Events injected: ${done}\n${verbosity > 0 ? "## Network stats: elapsed time=0ms (0ms mobile, 0ms wifi, 0ms not connected)\n" : ""}${done === count ? "// Monkey finished\n" : ""}`,
  );
};

/** The packages of every `-p`, or every one that can be launched. */
function packagesOf(context: ProgramContext): string[] {
  const named = context.args.flatMap((arg, index) => (arg === "-p" ? [context.args[index + 1] ?? ""] : []));
  return named.length > 0
    ? named
    : context.phone.system.packages
        .list()
        .filter(isLaunched)
        .map((each) => each.package_name);
}

function sharesOf(values: ReadonlyMap<string, string>): Map<Kind, number> {
  const given = KINDS.map(({ name }) => values.get(`--pct-${name}`)).map((text) =>
    text === undefined ? undefined : Number(text),
  );
  const givenSum = given.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const defaultSum = KINDS.reduce((sum, { share }, index) => sum + (given[index] === undefined ? share : 0), 0);
  // What was not given shares the rest as it would have shared the whole.
  const scale = defaultSum === 0 ? 0 : Math.max(0, 100 - givenSum) / defaultSum;
  return new Map(KINDS.map(({ name, share }, index) => [name, given[index] ?? share * scale]));
}

function header(seed: number, count: number, packages: readonly string[], shares: ReadonlyMap<Kind, number>): string {
  const rows = [...shares.values()].map((share, index) => `//   ${index}: ${share.toFixed(1)}%\n`).join("");
  const allowed = packages.map((name) => `:AllowPackage: ${name}\n`).join("");
  return `:Monkey: seed=${seed} count=${count}\n${allowed}:IncludeCategory: android.intent.category.LAUNCHER\n// Event percentages:\n${rows}`;
}

async function sendEvents(
  run: Run,
  shares: ReadonlyMap<Kind, number>,
  count: number,
  throttleMs: number,
): Promise<number> {
  const { context } = run;
  for (let sent = 0; sent < count; sent++) {
    if (context.signal.aborted) return sent;
    // The first event always brings the app to the front: that is what makes `monkey -p PACKAGE 1` a launcher.
    const kind = sent === 0 ? "appswitch" : pickKind(run.random, shares);
    const text = send(run, kind);
    if (run.verbosity > 0 && (kind === "appswitch" || run.verbosity > 1)) await context.stdout(text);
    if (run.verbosity > 0 && sent > 0 && sent % 100 === 0) await context.stdout(`    // Sending event #${sent}\n`);
    // Without a pause the events would all fall between two frames.
    await delay(throttleMs, context.signal).catch(() => undefined);
  }
  return count;
}

function pickKind(random: () => number, shares: ReadonlyMap<Kind, number>): Kind {
  let left = random() * [...shares.values()].reduce((sum, share) => sum + share, 0);
  for (const [kind, share] of shares) if ((left -= share) < 0) return kind;
  return "touch";
}

function send(run: Run, kind: Kind): string {
  if (kind === "touch" || kind === "motion" || kind === "pinchzoom") return sendTouch(run, kind !== "touch");
  if (kind === "trackball") return sendScroll(run);
  if (kind === "nav") return sendKey(run, NAV_KEYS);
  if (kind === "majornav") return sendKey(run, MAJOR_NAV_KEYS);
  if (kind === "syskeys") return sendKey(run, SYSTEM_KEYS);
  if (kind === "anyevent") return sendKey(run, ANY_KEYS);
  if (kind === "rotation" || kind === "flip") return ":Sending Flip keyboardOpen=false\n";
  return switchApp(run);
}

const oneOf = <T extends string | number>({ random }: Run, list: NonEmpty<T>): T =>
  cyclic(list, Math.floor(random() * list.length));

function point(run: Run): [number, number] {
  const { width, height } = run.context.phone.screen.size();
  return [Math.floor(run.random() * width), Math.floor(run.random() * height)];
}

function sendTouch(run: Run, moves: boolean): string {
  const { screen } = run.context.phone;
  const [x, y] = point(run);
  const [toX, toY] = moves ? point(run) : [x, y];
  const steps = moves ? 5 : 0;
  screen.touch("down", 0, x, y);
  for (let step = 1; step <= steps; step++)
    screen.touch("move", 0, x + ((toX - x) * step) / steps, y + ((toY - y) * step) / steps);
  screen.touch("up", 0, toX, toY);
  return `:Sending Touch (ACTION_DOWN): 0:(${x}.0,${y}.0)\n:Sending Touch (ACTION_UP): 0:(${toX}.0,${toY}.0)\n`;
}

function sendScroll(run: Run): string {
  const [x, y] = point(run);
  const dy = run.random() < 0.5 ? -1 : 1;
  run.context.phone.screen.scroll(x, y, 0, dy);
  return `:Sending Trackball (ACTION_MOVE): 0:(0.0,${dy}.0)\n`;
}

function sendKey(run: Run, codes: NonEmpty<number>): string {
  const code = oneOf(run, codes);
  run.context.phone.screen.key("down", code, 0);
  run.context.phone.screen.key("up", code, 0);
  return `:Sending Key (ACTION_DOWN): ${code}\n:Sending Key (ACTION_UP): ${code}\n`;
}

function switchApp(run: Run): string {
  const name = oneOf(run, run.packages);
  const activity = run.context.phone.system.packages.find(name)?.main_activity ?? "";
  run.context.phone.screen.start(name);
  return `:Switch: #Intent;action=android.intent.action.MAIN;category=android.intent.category.LAUNCHER;launchFlags=0x10200000;component=${name}/${activity};end\n`;
}

export const monkeyCommands = { monkey };
