import { isNonEmpty } from "@udt/base";
import { userOf } from "../../system/users.ts";
import type { ShellPhone } from "../program.ts";
import type { Builtin } from "./builtin.ts";
import { runShell } from "./shells.ts";

/** The phone as each app's user sees it, made once: commands are kept by it. */
const phones = new WeakMap<ShellPhone, Map<number, ShellPhone>>();

function phoneOf(phone: ShellPhone, uid: number): ShellPhone {
  const known = phones.get(phone) ?? new Map<number, ShellPhone>();
  phones.set(phone, known);
  const seen = known.get(uid) ?? {
    system: phone.system,
    screen: phone.screen,
    user: { uid, name: userOf(uid) },
    scrcpy: (args, io) => phone.scrcpy(args, io),
    drop: (refuseMs) => phone.drop(refuseMs),
  };
  known.set(uid, seen);
  return seen;
}

/**
 * `run-as PACKAGE [--user ID] [COMMAND…]`: as the app's user, whose processes it may look into; without a command a shell. What
 * may be written stays what the shell may write, since apps have no files of their own here.
 * @see https://android.googlesource.com/platform/system/core/+/refs/tags/android-14.0.0_r1/run-as/run-as.cpp
 */
export const runAs: Builtin = async ({ interpreter, args, scope }) => {
  const refuse = async (text: string): Promise<number> => {
    await scope.descriptors.get(2)?.sink?.(`run-as: ${text}\n`);
    return 1;
  };
  const [name, ...rest] = args;
  if (name === undefined) return refuse("usage: run-as <package-name> [--user <uid>] <command> [<args>]");
  const found = scope.phone.system.packages.find(name);
  if (!found) return refuse(`unknown package: ${name}`);
  if (!found.debuggable) return refuse(`package not debuggable: ${name}`);
  const words = rest[0] === "--user" ? rest.slice(2) : rest;
  const inner = { ...scope, phone: phoneOf(scope.phone, found.uid) };
  if (!isNonEmpty(words)) return runShell(interpreter, [], inner);
  return interpreter.run({ words, environment: {}, among: "files" }, inner);
};
