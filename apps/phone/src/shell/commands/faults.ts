import { NO_FAULTS } from "../../system/no-faults.ts";
import { type Program, failWith, print } from "../program.ts";

/**
 * `udt-fault` lists the faults, `udt-fault NAME VALUE` sets one and `udt-fault reset` ends all. `drop MS` cuts every
 * connection now, this one too, and refuses new ones for so long.
 */
const udtFault: Program = async (context) => {
  const { faults } = context.phone.system;
  const [name, value] = context.args;
  if (name === undefined)
    return print(
      context,
      Object.entries(faults)
        .map(([key, state]) => `${key}=${state}\n`)
        .join(""),
    );
  switch (name) {
    case "freeze_video":
    case "disk_full":
    case "refuse_input":
      if (value !== "true" && value !== "false") return failWith(context, `udt-fault: ${name} needs true or false`);
      faults[name] = value === "true";
      return 0;
    case "delay_ms":
    case "package_wait_ms":
      if (!/^\d+$/.test(value ?? "")) return failWith(context, `udt-fault: ${name} needs milliseconds`);
      faults[name] = Number(value);
      return 0;
    case "refuse_install":
      faults.refuse_install = value ?? "";
      return 0;
    case "drop":
      if (!/^\d+$/.test(value ?? "")) return failWith(context, "udt-fault: drop needs milliseconds");
      context.phone.drop(Number(value));
      return 0;
    case "reset":
      Object.assign(faults, NO_FAULTS);
      return 0;
    default:
      return failWith(context, `udt-fault: no fault named '${name}'`);
  }
};

export const faultCommands = { "udt-fault": udtFault };
