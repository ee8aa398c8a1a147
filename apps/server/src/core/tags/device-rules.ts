/** The one rule language, for jobs and for tags: all rules must hold. */
import { compareVersions, systemClock } from "@udt/base";
import type { DeviceAttribute, DeviceRule, TagChoice } from "@udt/contract";

/** What rules look at. */
export interface RuledDevice {
  device_id: string;
  brand: string;
  model: string;
  hardware_model: string;
  os_version: string;
  width: number;
  height: number;
  serial: string;
  cpu_arch: string;
  /** 0: it does not tell. */
  cpu_cores: number;
  memory_bytes: number;
  /** Null: it does not tell. */
  battery_level: number | null;
  is_virtual: boolean;
  /** When an agent reported it for the first time. */
  first_seen_at: number;
  agent_name: string;
  /** Empty: nowhere in particular. */
  site: string;
  /** Empty: nobody said where exactly. */
  location: string;
}
export type DeviceTest = (device: RuledDevice) => boolean;
/** What a tag has, by its id; undefined of one that is not there. */
export type TagLookup = (tag_id: string) => DeviceTest | undefined;

/** What rules look at but tags: what follows from a device alone. */
export type FactName = Exclude<DeviceAttribute, "tag">;
/** Null: the device does not tell it. */
type Fact = string | number | null;

const NO_TAGS: TagLookup = () => undefined;
const GIB = 1024 ** 3;
const DAY_MS = 86_400_000;
/** So many facts is remembered what a rule says of. */
const KNOWN_MAX = 1_000;

/** Makes tests for one use of them: what these remember of devices goes with them. */
export type MakeTest = () => DeviceTest;

const FACT_OF: Record<FactName, (device: RuledDevice) => Fact> = {
  brand: ({ brand }) => brand,
  model: ({ model }) => model,
  hardware_model: ({ hardware_model }) => hardware_model,
  os_version: ({ os_version }) => os_version,
  resolution: ({ width, height }) => `${width}x${height}`,
  serial: ({ serial }) => serial,
  cpu_arch: ({ cpu_arch }) => cpu_arch,
  cpu_cores: ({ cpu_cores }) => cpu_cores,
  memory: ({ memory_bytes }) => memory_bytes,
  battery: ({ battery_level }) => battery_level,
  is_virtual: ({ is_virtual }) => String(is_virtual),
  age: ({ first_seen_at }) => first_seen_at,
  agent: ({ agent_name }) => agent_name,
  site: ({ site }) => site,
  location: ({ location }) => location,
};

/** What rules look at of a device as it was read with its agent. */
export const ruledOf = <D>({ device, agent_name, site, location }: { device: D } & Told): D & Told => ({
  ...device,
  agent_name,
  site,
  location,
});
type Told = Pick<RuledDevice, "agent_name" | "site" | "location">;

/** Rules are read once for many devices. */
export const allOf = (rules: readonly DeviceRule[], tags: TagLookup = NO_TAGS): DeviceTest => readAll(rules, tags)();

/** Which devices a tag has: without rules only those included by hand, and none that is excluded. */
export const taggedBy = (tag: TagChoice): DeviceTest => readTag(tag)();

/** The same to be kept: it holds what the tag says, and nothing of devices. */
export function readTag({ rules, included_device_ids, excluded_device_ids }: TagChoice): MakeTest {
  const [included, excluded] = [new Set(included_device_ids), new Set(excluded_device_ids)];
  const hasRules = rules.length > 0;
  const make = readAll(rules, NO_TAGS);
  return () => {
    const isRuled = make();
    return (device) =>
      !excluded.has(device.device_id) && (included.has(device.device_id) || (hasRules && isRuled(device)));
  };
}

function readAll(rules: readonly DeviceRule[], tags: TagLookup): MakeTest {
  const made = rules.map((rule) => readRule(rule, tags));
  return () => {
    const tests = made.map((make) => make());
    return (device) => tests.every((holds) => holds(device));
  };
}

function readRule(rule: DeviceRule, tags: TagLookup): MakeTest {
  const { attribute, operator } = rule;
  if (attribute === "tag") {
    const isTagged = tagTest(operator, valuesOf(rule), tags);
    return () => isTagged;
  }
  const [read, holds] = [FACT_OF[attribute], factTest(rule)];
  // How old a device is grows meanwhile.
  if (attribute === "age") return () => (device) => holds(read(device));
  return () => {
    // Thousands of devices have few versions, models or sizes between them.
    const known = new Map<Fact, boolean>();
    return (device) => {
      const fact = read(device);
      const before = known.get(fact);
      if (before !== undefined) return before;
      const after = holds(fact);
      if (known.size >= KNOWN_MAX) known.clear();
      known.set(fact, after);
      return after;
    };
  };
}

function tagTest(operator: DeviceRule["operator"], tag_ids: readonly string[], tags: TagLookup): DeviceTest {
  const named = tag_ids.map(tags);
  // Neither having nor lacking a tag that is gone means anything: nothing is chosen by it.
  if (named.includes(undefined)) return () => false;
  const isTagged: DeviceTest = (device) => named.some((has) => has?.(device));
  return operator === "equals" || operator === "in" ? isTagged : (device) => !isTagged(device);
}

/** What a rule says of the fact that it looks at, wherever that is kept. */
export function factTest(rule: DeviceRule): (fact: Fact) => boolean {
  const { attribute, operator } = rule;
  const values = valuesOf(rule);
  if (attribute === "memory") return numberTest(operator, Number(values[0]) * GIB);
  if (attribute === "battery") return numberTest(operator, Number(values[0]));
  if (attribute === "cpu_cores") {
    const holds = numberTest(operator, Number(values[0]));
    return (fact) => Number(fact) > 0 && holds(fact);
  }
  if (attribute === "age") {
    // The longer ago, the older: a day counts once it is whole.
    const holds = numberTest(operator, Number(values[0]));
    return (fact) => holds(Math.floor((systemClock.now() - Number(fact)) / DAY_MS));
  }
  const holds = textTest(operator, values);
  return (fact) => holds(String(fact));
}

const valuesOf = ({ values }: DeviceRule): string[] => values.map((value) => value.trim());

function numberTest(operator: DeviceRule["operator"], bound: number): (fact: Fact) => boolean {
  if (operator === "at_least") return (fact) => fact !== null && Number(fact) >= bound;
  return (fact) => fact !== null && Number(fact) <= bound;
}

function textTest(operator: DeviceRule["operator"], texts: readonly string[]): (own: string) => boolean {
  const values = new Set(texts.map((text) => text.toLowerCase()));
  const [first = ""] = values;
  switch (operator) {
    case "equals":
    case "in":
      return (own) => values.has(own.toLowerCase());
    case "not_equals":
    case "not_in":
      return (own) => !values.has(own.toLowerCase());
    case "contains":
      return (own) => own.toLowerCase().includes(first);
    case "at_least":
      return (own) => compareVersions(own, first) >= 0;
    case "at_most":
      return (own) => compareVersions(own, first) <= 0;
    default:
      throw new Error(`unknown operator ${String(operator satisfies never)}`);
  }
}
