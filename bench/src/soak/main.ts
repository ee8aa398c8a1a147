/**
 * `npm run soak`: a debug session of eight hours in twenty minutes, and whether anything still grows in its second half.
 * Fails, naming the role with its figures, when something does or when the samples do not tell. `UDT_SOAK_MINUTES` makes it shorter.
 */
import { judge, type Verdict } from "./verdict.ts";
import { BOUNDS, ROLES, type Kind, type Role } from "./figures.ts";
import { FACTOR, soak, type Soaked } from "./soak.ts";

const MINUTES = 20;
/** Enough samples after the warm-up. */
const LEAST_MINUTES = 8;

const wanted = Number(process.env["UDT_SOAK_MINUTES"] ?? MINUTES);
if (!(wanted >= LEAST_MINUTES)) {
  console.error(
    `UDT_SOAK_MINUTES must be a number of at least ${LEAST_MINUTES}: less is over before what is bounded has filled.`,
  );
  process.exit(2);
}

console.log(`A session of ${((wanted * FACTOR) / 60).toFixed(1)} hours by what is done in it, in ${wanted} minutes.`);
const soaked = await soak(wanted, console.log);
const { rounds, minutes, factor, spent } = soaked;
console.log(
  `${rounds} rounds in ${minutes.toFixed(1)} minutes: done ${factor.toFixed(1)} times as fast as in a session.`,
);
const times = Object.entries(spent).map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)} s`);
console.log(`A round took: ${times.join(", ")}.`);
const lines: Record<Verdict["said"], string[]> = { flat: [], grows: [], unclear: [] };
for (const role of ROLES)
  for (const kind of Object.keys(BOUNDS) as Kind[]) {
    const verdict = verdictOf(soaked, role, kind);
    if (!verdict) continue;
    const line = told(role, kind, verdict);
    console.log(`  ${verdict.said.padEnd(7)} ${line}`);
    lines[verdict.said].push(line);
  }
const tell = (heading: string, said: readonly string[]) =>
  said.length > 0 && console.error(`\n${heading}:\n${said.map((line) => `  ${line}`).join("\n")}`);
tell("GROWS IN THE SECOND HALF", lines.grows);
tell("UNCLEAR, FOR THE BOUND LIES WITHIN THE ERROR; A LONGER RUN TELLS", lines.unclear);
// A library's thread must not keep a finished run alive.
process.exit(lines.grows.length > 0 ? 1 : lines.unclear.length > 0 ? 3 : 0);

function verdictOf({ samples }: Soaked, role: Role, kind: Kind): Verdict | undefined {
  const values = samples.map(({ hour, figures }) => ({ hour, value: figures[role][kind] }));
  const known = values.filter((one): one is { hour: number; value: number } => one.value !== undefined);
  return known.length === 0 ? undefined : judge(known, BOUNDS[kind].per_hour);
}

function told(role: Role, kind: Kind, { before, after, per_hour, from, to }: Verdict): string {
  const { unit, per_hour: bound } = BOUNDS[kind];
  const figure = (value: number) => `${value.toFixed(1)}${unit && ` ${unit}`}`;
  const slope = `${figure(per_hour)} an hour (${from.toFixed(1)} to ${to.toFixed(1)}; bound ${figure(bound)})`;
  return `${role}, ${kind}: ${figure(before)} to ${figure(after)}, ${slope}`;
}
