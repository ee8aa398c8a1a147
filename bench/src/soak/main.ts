/**
 * `npm run soak`: a debug session of eight hours in twenty minutes, and whether anything still grows in its second half.
 * Fails, naming the role with its figures, when something does. `UDT_SOAK_MINUTES` makes it shorter.
 */
import { judge, type Verdict } from "./verdict.ts";
import { BOUNDS, ROLES, type Kind, type Role } from "./figures.ts";
import { FACTOR, soak, type Soaked } from "./soak.ts";

const MINUTES = 20;
const LEAST_MINUTES = 4;

const wanted = Number(process.env["UDT_SOAK_MINUTES"] ?? MINUTES);
if (!(wanted >= LEAST_MINUTES)) {
  console.error(`UDT_SOAK_MINUTES must be a number of at least ${LEAST_MINUTES}: fewer samples tell no slope.`);
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
const grown: string[] = [];
for (const role of ROLES)
  for (const kind of Object.keys(BOUNDS) as Kind[]) {
    const verdict = verdictOf(soaked, role, kind);
    if (!verdict) continue;
    const line = told(role, kind, verdict);
    console.log(`  ${verdict.is_flat ? "flat " : "GROWS"} ${line}`);
    if (!verdict.is_flat) grown.push(line);
  }
if (grown.length > 0) console.error(`\nGROWS IN THE SECOND HALF:\n${grown.map((line) => `  ${line}`).join("\n")}`);
// A library's thread must not keep a finished run alive.
process.exit(grown.length > 0 ? 1 : 0);

function verdictOf({ samples }: Soaked, role: Role, kind: Kind): Verdict | undefined {
  const values = samples.map(({ hour, figures }) => ({ hour, value: figures[role][kind] }));
  const known = values.filter((one): one is { hour: number; value: number } => one.value !== undefined);
  return known.length === 0 ? undefined : judge(known, BOUNDS[kind].per_hour);
}

function told(role: Role, kind: Kind, { before, after, per_hour }: Verdict): string {
  const { unit, per_hour: bound } = BOUNDS[kind];
  const figure = (value: number) => `${value.toFixed(1)}${unit && ` ${unit}`}`;
  return `${role}, ${kind}: ${figure(before)} to ${figure(after)}, ${figure(per_hour)} an hour (bound ${figure(bound)})`;
}
