/** A command's arguments taken apart. */
export interface ParsedOptions {
  flags: Set<string>;
  values: Map<string, string>;
  operands: string[];
}

/**
 * Takes `-x`, `--name`, `-x VALUE`, `--name VALUE` and `--name=VALUE` apart from operands, wherever they stand.
 * @param valued the options that take a value, dashes included.
 */
export function parseOptions(args: readonly string[], valued: readonly string[] = []): ParsedOptions {
  const parsed: ParsedOptions = { flags: new Set(), values: new Map(), operands: [] };
  const left = args.values();
  for (const arg of left) {
    const equals = arg.startsWith("--") ? arg.indexOf("=") : -1;
    if (arg === "--") {
      parsed.operands.push(...left);
      break;
    }
    if (!arg.startsWith("-") || arg === "-") parsed.operands.push(arg);
    else if (equals > 0) parsed.values.set(arg.slice(0, equals), arg.slice(equals + 1));
    else if (valued.includes(arg)) parsed.values.set(arg, left.next().value ?? "");
    else parsed.flags.add(arg);
  }
  return parsed;
}
