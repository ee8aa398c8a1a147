/** What devices say that they are, and what the catalogue of hardware models makes of it. */
import { z } from "zod";
import { CAPABILITIES } from "./capabilities.ts";
import { DEVICE_OS } from "./states.ts";

/** What a device says of itself. */
export const deviceFacts = z.object({
  serial: z.string().min(1).max(200),
  os: z.enum(DEVICE_OS),
  os_version: z.string().max(100),
  brand: z.string().max(100),
  model: z.string().max(100),
  hardware_model: z.string().max(100),
  width: z.int().nonnegative(),
  height: z.int().nonnegative(),
  cpu_name: z.string().max(200),
  cpu_arch: z.string().max(100),
  cpu_cores: z.int().nonnegative(),
  gpu: z.string().max(200),
  memory_bytes: z.int().nonnegative(),
  /** Percent; null when the device does not say. */
  battery_level: z.int().min(0).max(100).nullable(),
  battery_charging: z.boolean(),
  /** A virtual phone rather than one with glass. */
  is_virtual: z.boolean(),
  capabilities: z.array(z.enum(CAPABILITIES)),
});

/** A model behind its brand, where it does not begin with that already, as many call themselves. */
export const branded = (brand: string, model: string): string =>
  `${model} `.toLowerCase().startsWith(`${brand} `.toLowerCase()) ? model : `${brand} ${model}`.trim();

/** What a model is called, by the reader's language; empty where its own name is to be read. */
export const modelNames = z.object({ en: z.string(), zh: z.string(), ja: z.string() });
export type ModelNames = z.output<typeof modelNames>;

/** What all devices of a model have in common. */
export const MODEL_FACTS = ["width", "height", "cpu_name", "cpu_arch", "cpu_cores", "gpu", "memory_bytes"] as const;
export type ModelFact = (typeof MODEL_FACTS)[number];

/** What the catalogue says of a device's model. */
export const modelLook = z.object({
  model_id: z.string(),
  names: modelNames,
  /** Names its picture in the picture's address; null where it has none. */
  picture: z.string().nullable(),
});
export type ModelLook = z.output<typeof modelLook>;

/** What a model has, or what administrators say that it has; what is not known is left out. */
export const modelFacts = deviceFacts
  .pick({ width: true, height: true, cpu_name: true, cpu_arch: true, cpu_cores: true, gpu: true, memory_bytes: true })
  .partial();
export type ModelFacts = Partial<Pick<z.output<typeof deviceFacts>, ModelFact>>;
