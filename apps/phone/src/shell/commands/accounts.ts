import { type Program, failWith } from "../program.ts";

/** `udt-account add NAME TYPE` and `udt-account remove NAME`: on Android only the system's own pages do that. */
const udtAccount: Program = async (context) => {
  const [verb, name, type] = context.args;
  const { accounts } = context.phone.system;
  if (verb === "add" && name !== undefined && type !== undefined) {
    accounts.set(name, type);
    return 0;
  }
  if (verb === "remove" && name !== undefined) return accounts.delete(name) ? 0 : failWith(context, "no such account");
  return failWith(context, "usage: udt-account add NAME TYPE | remove NAME");
};

export const accountCommands = { "udt-account": udtAccount };
