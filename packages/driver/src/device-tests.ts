/** Tests that a device's own tools carry out, and what scripts beside it reach it by. */
import type { Said } from "@udt/base";
import type { Socket } from "node:net";

/** What a runner on the device tells of a test; `id` is `class#method` on Android. */
export type UiTestEvent =
  | { type: "started"; id: string }
  | { type: "ended"; id: string; outcome: "passed" | "failed" | "skipped"; message: string };

export interface UiTestRequest {
  /** One of {@link UiTestsCapability.runners}. */
  runner: string;
  /** Their ids; null for all that there are. */
  tests: readonly string[] | null;
  /** What the tests can ask their runner for. */
  values: Readonly<Record<string, string>>;
  /** Apps that are stopped, with the runner's own, when the run is given up. */
  packageNames: readonly string[];
}

export interface UiTestsEnd {
  /** The runner came to its end by itself. */
  isWhole: boolean;
  /** What the device says of an end that was none; empty when it says nothing. */
  lastWords: string;
}

/** A platform's own UI tests: a test package that is installed, and its runner. */
export interface UiTestsCapability {
  /** So many characters of ids, joined by commas, one run takes. */
  readonly idsMax: number;
  /** The runners that a package brought. */
  runners(packageName: string, signal: AbortSignal): Promise<string[]>;
  /** Tells a runner's tests without running them. */
  list(runner: string, onTest: (event: UiTestEvent) => void, signal: AbortSignal): Promise<UiTestsEnd>;
  /** Runs tests. `onOutput` is told what the runner prints. Rejects, with everything stopped, when it is given up or cut off. */
  run(
    request: UiTestRequest,
    onTest: (event: UiTestEvent) => void,
    onOutput: (text: string) => void,
    signal: AbortSignal,
  ): Promise<UiTestsEnd>;
}

export interface RandomInputRequest {
  /** Apps that may be entered. */
  packageNames: readonly string[];
  /** The same seed makes the same events; null for a new one. */
  seed: number | null;
  throttle_ms: number;
  /** How many events; null for as many as the time allows. */
  events: number | null;
}

export interface RandomInputEnd {
  /** It was given up, or the device was lost; it does not go on. */
  wasCut: boolean;
  /** A crash or a hang, in the platform's words. */
  finding: string | null;
  failure: { words: string; said: Said } | null;
}

/** Events at random, made by the device itself. */
export interface RandomInputCapability {
  run(request: RandomInputRequest, onOutput: (text: string) => void, signal: AbortSignal): Promise<RandomInputEnd>;
}

/** Listens where the run's scripts can dial; 0 takes a free port. Answers the port, and ends by `close`. */
export type ListenOn = (
  port: number,
  onConnection: (socket: Socket) => void,
) => Promise<{ port: number; close(): void }>;

/** What scripts reach the device by, such as an adb server on which there is this device alone. */
export interface ScriptEndpoint {
  readonly name: string;
  /**
   * What takes the scripts' connections.
   * @param onUse told of whatever they do with the device
   * @param listenOn how it opens more ports where the scripts are; absent where they share the agent's network
   */
  serve(onUse: () => void, listenOn?: ListenOn): (socket: Socket) => void;
  /** What scripts find in their environment when it listens on this port of theirs. */
  env(port: number): Readonly<Record<string, string>>;
}
