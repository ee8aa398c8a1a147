/** Where remote ADB is offered. */
import { z } from "zod";

const PORTS = /^(\d{1,5})(?:-(\d{1,5}))?$/;
const FAULT = "must be a port, a range such as 7400-7499, or off";

export const adbVariables = {
  UDT_ADB_PORTS: z
    .string()
    .refine((value) => value === "off" || PORTS.test(value), FAULT)
    .default("7400-7499")
    .transform((value) => {
      const [, first, last = first] = PORTS.exec(value) ?? [];
      return first === undefined ? undefined : { first: Number(first), last: Number(last) };
    })
    .refine((range) => range === undefined || (range.first <= range.last && range.last <= 65_535), FAULT),
  UDT_ADB_HOST: z.string().min(1, "must be an address").default("127.0.0.1"),
  UDT_ADB_NAME: z
    .string()
    .regex(/^[A-Za-z0-9._:-]+$/, "must be a name or an address, without port")
    .optional(),
};

export interface AdbSettings {
  /** One for each session that has it on, the first of which is free; 0: any. Undefined: it is not offered. */
  ports: { first: number; last: number } | undefined;
  host: string;
  /** What users' computers call this server; undefined: as their browsers do. */
  name: string | undefined;
}

export const adbSettings = (value: z.output<z.ZodObject<typeof adbVariables>>): AdbSettings => ({
  ports: value.UDT_ADB_PORTS,
  host: value.UDT_ADB_HOST,
  name: value.UDT_ADB_NAME,
});
