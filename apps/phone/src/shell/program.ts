import { joined } from "../system/joined.ts";
import type { System } from "../system/system.ts";
import { SHELL_UID } from "../system/users.ts";
import type { PhoneScreen } from "../types.ts";

/** Where a program reads from; `ByteReader` of `@udt/adb` is one. */
export interface ByteSource {
  /** The next bytes, at least one and at most `limit`; undefined at the end. */
  some(limit?: number): Promise<Uint8Array | undefined>;
}

/** The part of a running program that its caller owns. */
export interface ProgramIo {
  stdin: ByteSource;
  /** Resolves when the reader has taken it; rejects when the reader is gone. */
  stdout(output: Uint8Array | string): Promise<void>;
  stderr(output: string): Promise<void>;
  /** Aborts when the reader is gone or Ctrl-C was typed. */
  signal: AbortSignal;
  /** Set when the output is a terminal. */
  terminal?: TerminalSize;
}

export interface TerminalSize {
  rows: number;
  columns: number;
}

/** The phone as its commands see it. */
export interface ShellPhone {
  readonly system: System;
  readonly screen: PhoneScreen;
  /** The app that `run-as` made the user of; the shell's own user where there is none. */
  readonly user?: { uid: number; name: string };
  /** Runs scrcpy's server with its arguments until it ends; `stdout` takes its log lines. */
  scrcpy(args: string[], io: { stdout(line: string): void; signal: AbortSignal }): Promise<number>;
  /** Cuts every ADB connection and refuses new ones for that long. */
  drop(refuseMs: number): void;
}

/** By which user id files are read. */
export const readerOf = ({ user }: Pick<ShellPhone, "user">): number => user?.uid ?? SHELL_UID;

export interface ProgramContext extends ProgramIo {
  phone: ShellPhone;
  args: string[];
  cwd: string;
  env: Record<string, string>;
}

/** A command of the phone. Answers its exit code. */
export type Program = (context: ProgramContext) => Promise<number>;

/** Writes `text` and a line end to stderr and answers `code`, for the common way a command fails. */
export async function failWith(context: ProgramIo, text: string, code = 1): Promise<number> {
  await context.stderr(`${text}\n`);
  return code;
}

/** Writes `text` to stdout and answers 0. */
export async function print(context: ProgramIo, text: string | Uint8Array): Promise<number> {
  if (text.length > 0) await context.stdout(text);
  return 0;
}

/** Everything until the end of `source`. */
export async function readAll(source: ByteSource): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let part = await source.some(); part; part = await source.some()) parts.push(part);
  return joined(parts);
}

/** A source that is at its end. */
export const EMPTY_SOURCE: ByteSource = { some: () => Promise.resolve(undefined) };

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
