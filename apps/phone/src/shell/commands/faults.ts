import { CHOSEN, endFaults, setFaults, SWITCHED } from "../../system/set-fault.ts";
import { type Program, failWith, print } from "../program.ts";

const ON: Readonly<Record<string, boolean>> = { on: true, true: true, off: false, false: false };
const isOneOf = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.some((one) => one === name);

/**
 * `udt-fault` lists the faults, `udt-fault NAME VALUE` sets one and `udt-fault reset` ends all. `drop MS` cuts every
 * connection now, this one too, and refuses new ones for so long.
 */
const udtFault: Program = async (context) => {
  const { system } = context.phone;
  const [name, value] = context.args;
  if (name === undefined)
    return print(
      context,
      Object.entries(system.faults)
        .map(([key, state]) => `${key}=${state}\n`)
        .join(""),
    );
  if (isOneOf(SWITCHED, name)) {
    const isOn = ON[value ?? ""];
    if (isOn === undefined) return failWith(context, `udt-fault: ${name} needs on or off`);
    setFaults(system, { [name]: isOn });
    return 0;
  }
  switch (name) {
    case "keyguard":
    case "network":
    case "hot_battery":
    case "profile_refused": {
      const sorts: readonly string[] = CHOSEN[name];
      if (!sorts.includes(value ?? "")) return failWith(context, `udt-fault: ${name} needs ${sorts.join(", ")}`);
      setFaults(system, { [name]: value });
      return 0;
    }
    case "delay_ms":
    case "package_wait_ms":
      if (!/^\d+$/.test(value ?? "")) return failWith(context, `udt-fault: ${name} needs milliseconds`);
      setFaults(system, { [name]: Number(value) });
      return 0;
    case "refuse_install":
      setFaults(system, { refuse_install: value ?? "" });
      return 0;
    case "drop":
      if (!/^\d+$/.test(value ?? "")) return failWith(context, "udt-fault: drop needs milliseconds");
      context.phone.drop(Number(value));
      return 0;
    case "reset":
      endFaults(system);
      return 0;
    default:
      return failWith(context, `udt-fault: no fault named '${name}'`);
  }
};

export const faultCommands = { "udt-fault": udtFault };
