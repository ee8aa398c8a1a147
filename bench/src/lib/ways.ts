/** By which way pictures and touches go, as the server's setting `UDT_DIRECT_PATH` has it. */
export const WAYS = {
  server: { setting: "off", words: "by the server" },
  direct: { setting: "on", words: "by the direct path" },
} as const;
export type WayName = keyof typeof WAYS;
export const WAY_NAMES = Object.keys(WAYS) as WayName[];
