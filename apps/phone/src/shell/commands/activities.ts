import type { PhoneException } from "../../types.ts";
import { parseOptions } from "../options.ts";
import { type Program, type ProgramContext, failWith, print } from "../program.ts";
import { configurationText } from "./configuration.ts";
import { dumpHeap } from "./dump-heap.ts";
import { instrument } from "./instrument.ts";
import { type Intent, describeIntent, parseIntent, resolveIntent } from "./intents.ts";

/** `am start`. With `-W` it answers as Android does once the first frame is there; here that is when `start` returns. */
async function start(context: ProgramContext, args: string[]): Promise<number> {
  const intent = parseIntent(args);
  const { screen } = context.phone;
  await context.stdout(`Starting: Intent ${describeIntent(intent)}\n`);
  const tell = intent.wait ? context.stdout : context.stderr;
  const target = resolveIntent(context.phone, intent);
  if (!target) {
    await tell(`Error: Activity not started, unable to resolve Intent ${describeIntent(intent)}\n`);
    return 1;
  }
  if (intent.stopFirst) screen.stop(target.package_name);
  const wasRunning = screen.running().some((each) => each.package_name === target.package_name);
  const startedMs = performance.now();
  const started = screen.start(target.package_name, target.activity, extrasOf(intent));
  if (!started.ok) {
    await tell(`${started.error}\n`);
    return 1;
  }
  if (intent.wait) await context.stdout(waitReport(screen.focused(), wasRunning, performance.now() - startedMs));
  else if (wasRunning)
    await context.stderr("Warning: Activity not started, its current task has been brought to the front\n");
  return 0;
}

function extrasOf(intent: Intent): Record<string, string> | undefined {
  const extras = { ...intent.extras, ...(intent.data === undefined ? {} : { data: intent.data }) };
  return Object.keys(extras).length > 0 ? extras : undefined;
}

function waitReport(
  focused: { package_name: string; activity: string },
  wasRunning: boolean,
  elapsedMs: number,
): string {
  const totalMs = Math.max(1, Math.round(elapsedMs));
  return `Status: ok
LaunchState: ${wasRunning ? "HOT" : "COLD"}
Activity: ${shortComponent(focused)}
TotalTime: ${totalMs}
WaitTime: ${totalMs + 1}
Complete
`;
}

/** `package/.Activity` where the class is below the package. */
export function shortComponent({ package_name, activity }: { package_name: string; activity: string }): string {
  const isBelow = activity.startsWith(`${package_name}.`);
  return `${package_name}/${isBelow ? activity.slice(package_name.length) : activity}`;
}

async function forceStop(context: ProgramContext, args: string[]): Promise<number> {
  const name = parseOptions(args, ["--user"]).operands[0];
  if (name === undefined) return failWith(context, 'Error: Argument expected after "force-stop"', 255);
  context.phone.screen.stop(name);
  return 0;
}

/** What Android throws into the process that the shell names. */
const INDUCED: PhoneException = {
  says: "android.app.RemoteServiceException$CrashedByAdbException: shell-induced crash",
  stack: [
    "android.app.ActivityThread.throwRemoteServiceException(ActivityThread.java:1953)",
    "android.app.ActivityThread$H.handleMessage(ActivityThread.java:2208)",
  ],
};

/** `am crash PACKAGE|PID`. Silent about what does not run. */
async function crash(context: ProgramContext, args: string[]): Promise<number> {
  const name = parseOptions(args, ["--user"]).operands[0];
  if (name === undefined) return failWith(context, 'Error: Argument expected after "crash"', 255);
  const { screen } = context.phone;
  screen.crash(screen.running().find(({ pid }) => String(pid) === name)?.package_name ?? name, INDUCED);
  return 0;
}

/** `am kill` ends only what is not in front. */
async function kill(context: ProgramContext, args: string[]): Promise<number> {
  const name = parseOptions(args, ["--user"]).operands[0] ?? "";
  if (context.phone.screen.focused().package_name !== name) context.phone.screen.stop(name);
  return 0;
}

/** Nothing in this phone receives broadcasts from the shell but what is named here; Android answers 0 then too. */
async function broadcast(context: ProgramContext, args: string[]): Promise<number> {
  const intent = parseIntent(args);
  await context.stdout(`Broadcasting: Intent ${describeIntent(intent)}\n`);
  return print(context, "Broadcast completed: result=0\n");
}

const HANDLERS: Record<string, (context: ProgramContext, args: string[]) => Promise<number>> = {
  start,
  "start-activity": start,
  "force-stop": forceStop,
  "stop-app": forceStop,
  kill,
  crash,
  dumpheap: dumpHeap,
  broadcast,
  instrument,
  "get-config": async (context) =>
    print(context, `config: ${configurationText(context.phone)}\nabi: ${context.phone.system.profile.cpu.abi}\n`),
  "get-current-user": async (context) => print(context, "0\n"),
  "wait-for-broadcast-idle": async (context) => print(context, "All broadcast queues are idle!\n"),
  "kill-all": async (context) => {
    const front = context.phone.screen.focused().package_name;
    for (const { package_name } of context.phone.screen.running())
      if (package_name !== front) context.phone.screen.stop(package_name);
    return 0;
  },
};

/** `am`, which `cmd activity` is too. */
export const am: Program = async (context) => {
  const [verb = "", ...args] = context.args;
  const handler = HANDLERS[verb];
  if (handler) return handler(context, args);
  return failWith(context, verb ? `Unknown command: ${verb}` : "usage: am COMMAND …", verb ? 255 : 1);
};

export const activityCommands = { am };
