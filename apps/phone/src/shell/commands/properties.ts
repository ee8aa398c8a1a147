import { MAX_PROPERTY_LENGTH } from "../../system/props.ts";
import { type Program, failWith, print } from "../program.ts";

/** `getprop` lists all; `getprop NAME [DEFAULT]` prints one. */
const getprop: Program = async (context) => {
  const { props } = context.phone.system;
  const [name, fallback = ""] = context.args;
  if (name === undefined)
    return print(
      context,
      props
        .list()
        .map(([key, value]) => `[${key}]: [${value}]\n`)
        .join(""),
    );
  return print(context, `${props.get(name) || fallback}\n`);
};

const setprop: Program = async (context) => {
  const [name, value] = context.args;
  if (name === undefined || value === undefined || context.args.length > 2)
    return failWith(context, "usage: setprop NAME VALUE");
  if (context.phone.system.props.set(name, value)) return 0;
  const reason =
    value.length > MAX_PROPERTY_LENGTH ? `value too long (max ${MAX_PROPERTY_LENGTH})` : "failed to set property";
  return failWith(context, `setprop: failed to set property '${name}' to '${value}': ${reason}`);
};

export const propertyCommands = { getprop, setprop };
