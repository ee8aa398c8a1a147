/** What `udt memory growth` tells of samples. */
import { bytesText, deltaText, type DeviceMemory, footprintLimit, type Growth, type Moment } from "@udt/memory";
import type { Report } from "@udt/memory/report";

export interface MomentOfFiles extends Moment {
  path: string;
}

/**
 * @param gb of memory of the device, where it is known
 * @param judged by how much it may grow a minute, and whether it grew by more
 */
export function growthReport(
  growth: Growth<MomentOfFiles>,
  gb: DeviceMemory | undefined,
  { most, isGrown }: { most: number | undefined; isGrown: boolean },
): Report {
  const { samples, bytes_per_minute, rising, grade } = growth;
  const limit = gb === undefined ? undefined : footprintLimit(gb);
  const highest = Math.max(...samples.map(({ footprint_bytes }) => footprint_bytes));
  const graded = grade ?? `not graded: of ${samples.length} samples ${rising} rise in a row, which should be three`;
  return {
    sentences: [
      bytes_per_minute === null
        ? "Growth: all samples are of one moment"
        : `Growth: ${deltaText(Math.round(bytes_per_minute))} a minute over ${samples.length} samples (${graded})`,
      ...(limit === undefined
        ? []
        : [
            `Limit: iOS ends an app at ${bytesText(limit)} on a device of ${gb} GB; the largest sample comes to ${Math.round((highest / limit) * 100)} % of it`,
          ]),
      ...(most === undefined
        ? []
        : [`${isGrown ? "More" : "Not more"} than the ${bytesText(most)} a minute that are allowed`]),
    ],
    tables: [
      {
        title: "Samples",
        columns: ["taken at", "footprint", "change", "sample"],
        rows: samples.map(({ path, taken_at, footprint_bytes }, index) => {
          const before = samples[index - 1]?.footprint_bytes;
          const change = before === undefined ? "" : deltaText(footprint_bytes - before);
          return [new Date(taken_at).toISOString(), bytesText(footprint_bytes), change, path];
        }),
      },
    ],
    data: {
      ...growth,
      footprint_limit_bytes: limit ?? null,
      fail_over_bytes_per_minute: most ?? null,
      has_failed: isGrown,
    },
  };
}
