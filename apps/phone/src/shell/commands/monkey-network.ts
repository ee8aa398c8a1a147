import { delay, deferred } from "@udt/base";
import type { PhoneStream } from "../../types.ts";
import { keyCodeOf } from "../key-codes.ts";
import { type ProgramContext, aborted, failWith, print } from "../program.ts";

/*
 * What `monkey --port PORT` serves: a command a line, each answered by `OK`, `OK:VALUE`, `ERROR` or `ERROR:WHY`.
 * https://github.com/aosp-mirror/platform_development/blob/88f7870b2c652922dc2afb01c076737e8bc50130/cmds/monkey/src/com/android/commands/monkey/MonkeySourceNetwork.java
 */

const PROTOCOL_VERSION = 2;
const OK = "OK";
const INVALID = "ERROR:Invalid Argument";
/** Monkey's own words for a phone whose accessibility service cannot be reached; this one has none. */
const NO_VIEWS = "ERROR:Failed to connect to AccessibilityService, try restarting Monkey";
/** How often a screen that is waited for is looked at. */
const LOOK_MS = 20;

/** What a command comes to: its answer, and what is done after it was given. */
interface Reply {
  text: string;
  events: (() => void | Promise<void>)[];
  /** `deferreturn`: what is answered as well, when the screen has changed or the time is over. */
  deferred?: { text: string; timeoutMs: number };
}

const refuse = (text = INVALID): Reply => ({ text, events: [] });
const accept = (...events: Reply["events"]): Reply => ({ text: OK, events });

/** Serves one client after the other until one says `quit`, or the program is stopped. */
export async function serveMonkey(context: ProgramContext, port: number): Promise<number> {
  const waiting: PhoneStream[] = [];
  let arrived = deferred<void>();
  const address = `tcp:${port}`;
  if (context.phone.system.sockets.isTaken(address)) return failWith(context, "Error binding to network socket.", 251);
  const stopListening = context.phone.system.sockets.listenOn(address, (stream) => {
    waiting.push(stream);
    arrived.resolve();
  });
  const session = new MonkeySession(context);
  try {
    while (!context.signal.aborted && !session.isOver) {
      const stream = waiting.shift();
      if (stream) await session.serve(stream);
      else {
        await Promise.race([arrived.promise, aborted(context.signal)]);
        arrived = deferred();
      }
    }
  } finally {
    stopListening();
    for (const stream of waiting) stream.close();
  }
  await print(context, `Events injected: ${session.injected}\n`);
  if (context.signal.aborted) return 0;
  // Having been told to send events for ever, it takes every end for a crash.
  await context.stderr(
    `** System appears to have crashed at event ${session.injected} of ${2 ** 31 - 1} using seed 0\n`,
  );
  return session.injected & 0xff;
}

class MonkeySession {
  isOver = false;
  injected = 0;
  readonly #context: ProgramContext;
  readonly #vars: ReadonlyMap<string, () => string>;

  constructor(context: ProgramContext) {
    this.#context = context;
    this.#vars = varsOf(context);
  }

  async serve(stream: PhoneStream): Promise<void> {
    const stop = () => stream.close();
    this.#context.signal.addEventListener("abort", stop, { once: true });
    this.#context.phone.screen.wake();
    const decoder = new TextDecoder();
    let rest = "";
    try {
      for await (const bytes of stream.readable) {
        const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (!(await this.#take(line.replace(/\r$/, ""), stream))) return;
      }
    } catch {
      // The client has gone in the middle, which ends its turn as `done` does.
    } finally {
      this.#context.signal.removeEventListener("abort", stop);
      stream.close();
    }
  }

  /** False ends the client's turn. */
  async #take(line: string, stream: PhoneStream): Promise<boolean> {
    if (line === "done") return false;
    const say = (text: string) => stream.write(new TextEncoder().encode(`${text}\n`));
    if (line === "quit") {
      this.isOver = true;
      await say(OK);
      return false;
    }
    if (line.startsWith("#")) return true;
    const words = splitLine(line);
    const reply = this.#translate(words);
    if (!reply) return true;
    const before = this.#screenState();
    await say(reply.text);
    for (const event of reply.events) {
      await event();
      this.injected++;
    }
    if (reply.deferred) {
      await this.#screenChange(before, reply.deferred.timeoutMs);
      await say(reply.deferred.text);
    }
    return true;
  }

  /** Undefined for a command that it does not know, which it leaves unanswered. */
  #translate([name = "", ...args]: readonly string[]): Reply | undefined {
    const { screen } = this.#context.phone;
    switch (name) {
      case "touch":
        return this.#touch(args);
      case "tap": {
        const point = pairOf(args);
        if (!point) return refuse();
        const [x, y] = point;
        return accept(
          () => screen.touch("down", 0, x, y),
          () => screen.touch("up", 0, x, y),
        );
      }
      case "trackball": {
        const distance = pairOf(args);
        if (!distance) return refuse();
        const { width, height } = screen.size();
        return accept(() => screen.scroll(width / 2, height / 2, ...distance));
      }
      case "key":
      case "press":
        return this.#key(name === "press" ? ["down", "up"] : [args[0] ?? ""], name === "press" ? args : args.slice(1));
      case "type": {
        const [text, ...others] = args;
        return text === undefined || others.length > 0 ? refuse() : accept(() => screen.text(text));
      }
      case "sleep": {
        const ms = Number(args[0]);
        if (args.length !== 1 || !Number.isInteger(ms)) return refuse();
        return accept(() => delay(ms, this.#context.signal).catch(() => undefined));
      }
      case "wake":
        screen.wake();
        return accept();
      case "flip":
        return args[0] === "open" || args[0] === "close" ? accept(() => undefined) : refuse();
      case "listvar":
        return refuse(`OK:${[...this.#vars.keys()].map((each) => `${each} `).join("")}`);
      case "getvar": {
        const value = this.#vars.get(args[0] ?? "");
        return refuse(args.length !== 1 ? INVALID : value ? `OK:${value()}` : "ERROR:unknown var");
      }
      case "deferreturn": {
        const [event, timeout = "", ...command] = args;
        const isKnown = event === "screenchange" && /^\d+$/.test(timeout) && command[0] !== "deferreturn";
        const inner = isKnown ? this.#translate(command) : undefined;
        return inner
          ? { text: OK, events: inner.events, deferred: { text: inner.text, timeoutMs: Number(timeout) } }
          : refuse();
      }
      case "listviews":
      case "queryview":
      case "getrootview":
      case "getviewswithtext":
        return refuse(NO_VIEWS);
      default:
        return undefined;
    }
  }

  #touch([action, x = "", y = "", ...rest]: readonly string[]): Reply {
    const isPoint = /^-?\d+$/.test(x) && /^-?\d+$/.test(y) && rest.length === 0;
    if (!isPoint || (action !== "down" && action !== "up" && action !== "move")) return refuse();
    return accept(() => this.#context.phone.screen.touch(action, 0, Number(x), Number(y)));
  }

  #key(actions: readonly string[], names: readonly string[]): Reply {
    const [name, ...others] = names;
    const code = name === undefined || others.length > 0 ? undefined : keyCodeOf(name);
    if (code === undefined) return refuse();
    const events: Reply["events"] = [];
    for (const action of actions) {
      if (action !== "down" && action !== "up") return refuse();
      events.push(() => this.#context.phone.screen.key(action, code, 0));
    }
    return accept(...events);
  }

  #screenState(): string {
    const { screen } = this.#context.phone;
    return JSON.stringify([screen.focused(), screen.isLocked()]);
  }

  async #screenChange(before: string, timeoutMs: number): Promise<void> {
    const endMs = performance.now() + timeoutMs;
    while (this.#screenState() === before && performance.now() < endMs && !this.#context.signal.aborted)
      await delay(LOOK_MS, this.#context.signal).catch(() => undefined);
  }
}

function varsOf({ phone }: ProgramContext): ReadonlyMap<string, () => string> {
  const { system, screen } = phone;
  const prop = (name: string) => () => system.props.get(name) ?? "";
  const uptime = () => String(Math.round(system.uptime() * 1000));
  return new Map<string, () => string>([
    ["am.current.comp.class", () => screen.focused().activity],
    ["am.current.comp.package", () => screen.focused().package_name],
    ["am.current.package", () => screen.focused().package_name],
    ["build.brand", prop("ro.product.brand")],
    ["build.cpu_abi", prop("ro.product.cpu.abi")],
    ["build.device", prop("ro.product.device")],
    ["build.display", prop("ro.build.display.id")],
    ["build.fingerprint", prop("ro.build.fingerprint")],
    ["build.id", prop("ro.build.id")],
    ["build.manufacturer", prop("ro.product.manufacturer")],
    ["build.model", prop("ro.product.model")],
    ["build.product", prop("ro.product.name")],
    ["build.tags", prop("ro.build.tags")],
    ["build.type", prop("ro.build.type")],
    ["build.version.codename", prop("ro.build.version.codename")],
    ["build.version.incremental", prop("ro.build.version.incremental")],
    ["build.version.release", prop("ro.build.version.release")],
    ["build.version.sdk", prop("ro.build.version.sdk")],
    ["clock.millis", () => String(system.clock.now())],
    ["clock.realtime", uptime],
    ["clock.uptime", uptime],
    ["display.density", () => String((system.display.densityDpi ?? system.profile.density_dpi) / 160)],
    ["display.height", () => String(screen.size().height)],
    ["display.width", () => String(screen.size().width)],
    ["monkey.version", () => String(PROTOCOL_VERSION)],
  ]);
}

/** Two whole numbers; undefined for anything else. */
function pairOf([x, y, ...others]: readonly string[]): [number, number] | undefined {
  const pair: [number, number] = [Number(x), Number(y)];
  return others.length === 0 && pair.every(Number.isInteger) ? pair : undefined;
}

/** Words, of which one in double quotes may hold spaces; `\"` is a quote. */
function splitLine(line: string): string[] {
  const words: string[] = [];
  let quoted: string[] | undefined;
  for (const token of line.split(/\s+/).filter(Boolean)) {
    const word = token.replaceAll('\\"', '"');
    if (!quoted && token.startsWith('"')) quoted = [word];
    else if (quoted) quoted.push(word);
    else words.push(word);
    const isClosed = quoted && token.endsWith('"') && !token.endsWith('\\"') && (quoted.length > 1 || token.length > 1);
    if (quoted && isClosed) {
      words.push(quoted.join(" ").slice(1, -1));
      quoted = undefined;
    }
  }
  return words;
}
