import { LIMITS } from "@udt/contract";
import type { Model, ModelWish } from "@udt/contract/endpoints/models";
import { getFormat } from "../../lib/format/index.ts";

const GIB = 1024 ** 3;

/** The facts as they are typed, in the order of the form: empty where what devices say is to hold. */
export const TYPED_FACTS = ["width", "height", "cpu_name", "cpu_arch", "cpu_cores", "memory_gb", "gpu"] as const;
export type TypedFact = (typeof TYPED_FACTS)[number];
export type TypedFacts = Record<TypedFact, string>;

export function typedOf(facts: Model["told"]): TypedFacts {
  const { memory_bytes, ...rest } = facts;
  const typed = { ...rest, memory_gb: memory_bytes === undefined ? undefined : gigabytes(memory_bytes) };
  return Object.fromEntries(TYPED_FACTS.map((name) => [name, String(typed[name] ?? "")])) as TypedFacts;
}

const gigabytes = (bytes: number): number => Math.round((bytes / GIB) * 100) / 100;

const isWhole = (text: string) => /^[1-9]\d{0,8}$/.test(text);
const isAmount = (text: string) => /^\d{1,6}([.,]\d{1,2})?$/.test(text) && amountOf(text) > 0;
const amountOf = (text: string) => Number(text.replace(",", "."));

/** Those that are no such fact. */
export function faultsOf(typed: TypedFacts): ReadonlySet<TypedFact> {
  const wrong = (["width", "height", "cpu_cores"] as const).filter((name) => {
    const text = typed[name].trim();
    return text !== "" && !isWhole(text);
  });
  const half = (["width", "height"] as const).filter((name) => typed[name].trim() === "");
  const memory = typed.memory_gb.trim();
  return new Set<TypedFact>([
    ...wrong,
    ...(half.length === 1 ? half : []),
    ...(Number(typed.cpu_cores) > LIMITS.model_cores_max ? (["cpu_cores"] as const) : []),
    ...(memory !== "" && !isAmount(memory) ? (["memory_gb"] as const) : []),
  ]);
}

/** What right ones say. */
export function saidBy(typed: TypedFacts): ModelWish["edited"] {
  const text = (name: TypedFact) => typed[name].trim();
  const whole = (name: TypedFact) => (text(name) === "" ? {} : { [name]: Number(text(name)) });
  const words = (name: TypedFact) => (text(name) === "" ? {} : { [name]: text(name) });
  return {
    ...whole("width"),
    ...whole("height"),
    ...words("cpu_name"),
    ...words("cpu_arch"),
    ...whole("cpu_cores"),
    ...words("gpu"),
    ...(text("memory_gb") === "" ? {} : { memory_bytes: Math.round(amountOf(text("memory_gb")) * GIB) }),
  };
}

/** Facts in few words, for a row of the list. */
export function factsInWords(facts: Model["told"]): { resolution: string; cpu: string; memory: string } {
  const { width, height, cpu_name, cpu_arch, memory_bytes } = facts;
  return {
    resolution: width && height ? `${width} × ${height}` : "",
    cpu: [cpu_name, cpu_arch].filter(Boolean).join(" · "),
    memory: memory_bytes ? getFormat().bytes(memory_bytes) : "",
  };
}
