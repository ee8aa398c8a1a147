import { must } from "@udt/base";
import type { PhoneException, PhoneSystem } from "../types.ts";
import type { App, AppContext, AppDefinition } from "./app.ts";

export interface Process {
  definition: AppDefinition;
  pid: number;
  app: App;
}

export interface ProcessEnvironment {
  system: PhoneSystem;
  launcher: string;
  /** The app behind a package name: built in, or a plain screen for an installed APK; undefined when not installed. */
  define(packageName: string): AppDefinition | undefined;
  createContext(packageName: string, pid: number): AppContext;
  changed(): void;
}

export type StartResult = { ok: true } | { ok: false; error: string };

const FIRST_PID = 4300;

/** What an Android stack of the main thread ends in. */
const BELOW_EVERY_APP = [
  "android.os.Handler.dispatchMessage(Handler.java:106)",
  "android.os.Looper.loopOnce(Looper.java:201)",
  "android.os.Looper.loop(Looper.java:288)",
  "android.app.ActivityThread.main(ActivityThread.java:7839)",
  "java.lang.reflect.Method.invoke(Native Method)",
  "com.android.internal.os.RuntimeInit$MethodAndArgsCaller.run(RuntimeInit.java:548)",
  "com.android.internal.os.ZygoteInit.main(ZygoteInit.java:1003)",
];

/** The running apps, the one in front first. The launcher is always there. */
export class Processes {
  readonly #environment: ProcessEnvironment;
  #running: Process[] = [];
  #nextPid = FIRST_PID;

  constructor(environment: ProcessEnvironment) {
    this.#environment = environment;
  }

  get front(): Process {
    if (this.#running.length === 0) this.start(this.#environment.launcher, undefined, {});
    return must(this.#running[0], "app in front");
  }

  list(): readonly Process[] {
    return this.#running;
  }

  start(packageName: string, activity: string | undefined, extras: Record<string, string>): StartResult {
    const { system } = this.#environment;
    const definition = this.#environment.define(packageName);
    const full = activity?.startsWith(".") === true ? packageName + activity : activity;
    if (definition === undefined || (full !== undefined && !definition.activities.includes(full))) {
      const component = `${packageName}/${full ?? `${packageName}.MainActivity`}`;
      return { ok: false, error: `Error type 3\nError: Activity class {${component}} does not exist.` };
    }
    const component = `${packageName}/${full ?? definition.mainActivity}`;
    system.log.write(
      "I",
      "ActivityTaskManager",
      `START u0 {act=android.intent.action.MAIN cmp=${component}} with LAUNCH_MULTIPLE`,
    );
    const known = this.#running.find((process) => process.definition.packageName === packageName);
    const process = known ?? this.#spawn(definition);
    this.#running = [process, ...this.#running.filter((other) => other !== process)];
    system.usage.shown(packageName);
    process.app.onStart?.(full, extras);
    process.app.onResume?.();
    if (known === undefined) system.log.write("I", "ActivityTaskManager", `Displayed ${component} for user 0`);
    this.#environment.changed();
    return { ok: true };
  }

  home(): void {
    this.start(this.#environment.launcher, undefined, {});
  }

  /** Ends the process; true when it ran. */
  stop(packageName: string, reason: string): boolean {
    const process = this.#running.find(({ definition }) => definition.packageName === packageName);
    if (process === undefined) return false;
    this.#environment.system.log.write(
      "I",
      "ActivityManager",
      `Killing ${process.pid}:${packageName}/u0a1 (adj 0): ${reason}`,
    );
    this.#end(process);
    return true;
  }

  /** Ends the process by what nobody caught, told as Android tells it; undefined when it did not run. */
  crash(packageName: string, { says, stack }: PhoneException): AppDefinition | undefined {
    const process = this.#running.find(({ definition }) => definition.packageName === packageName);
    if (process === undefined) return undefined;
    const { log } = this.#environment.system;
    const { pid, definition, app } = process;
    const told = ["FATAL EXCEPTION: main", `Process: ${packageName}, PID: ${pid}`, says];
    const frames = [...stack, ...BELOW_EVERY_APP].map((frame) => `\tat ${frame}`);
    log.write("E", "AndroidRuntime", [...told, ...frames].join("\n"), pid, "crash");
    log.write("W", "ActivityTaskManager", `  Force finishing activity ${packageName}/${app.activity()}`);
    log.write("I", "ActivityManager", `Process ${packageName} (pid ${pid}) has died: fg  TOP`);
    this.#end(process);
    return definition;
  }

  #end(process: Process): void {
    process.app.dispose?.();
    this.#environment.system.usage.ended(process.definition.packageName, process.pid);
    this.#running = this.#running.filter((other) => other !== process);
    this.#environment.changed();
  }

  dispose(): void {
    for (const { app } of this.#running) app.dispose?.();
    this.#running = [];
  }

  #spawn(definition: AppDefinition): Process {
    const pid = this.#nextPid;
    this.#nextPid += 17;
    const { packageName } = definition;
    this.#environment.system.log.write(
      "I",
      "ActivityManager",
      `Start proc ${pid}:${packageName}/u0a1 for top-activity`,
    );
    this.#environment.system.usage.started(packageName, pid);
    return { definition, pid, app: definition.create(this.#environment.createContext(packageName, pid)) };
  }
}
