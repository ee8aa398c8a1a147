import type { DataOf, WearDays, WearRow } from "@udt/contract";
import type { deviceEndpoints } from "@udt/contract/endpoints/devices";
import type { ChartDay } from "../../lib/charts/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

type Wear = DataOf<typeof deviceEndpoints.deviceWear>;

/** An hour or a day, and what is known of it. */
export interface Slot {
  at: number;
  row: WearRow | undefined;
}

const DAY_MS = 86_400_000;

/** Every hour or day up to now: the charts have gaps where nothing was told. */
export function slotsOf({ step_ms, rows }: Wear, days: WearDays, now: number): Slot[] {
  const known = new Map(rows.map((row) => [row.at, row]));
  const last = Math.max(now - (now % step_ms), rows.at(-1)?.at ?? 0);
  const count = (days * DAY_MS) / step_ms;
  return Array.from({ length: count }, (_, index) => {
    const at = last - (count - 1 - index) * step_ms;
    return { at, row: known.get(at) };
  });
}

type Measure = "celsius" | "level" | "free_bytes" | "cycles";
/** The end of each hour's range that does harm: a peak of heat must not be lost among what came after it. */
const DRAWN = { celsius: "max", level: "min", free_bytes: "min", cycles: "max" } as const satisfies Record<
  Measure,
  string
>;
/** Within which a line is drawn; wider where what was told lies beyond. */
const CELSIUS = { low: 20, high: 50 };

/** What is drawn of a device's hours or days: a line of each thing that it tells, and how often it was lost. */
export function useWearCharts(slots: readonly Slot[], step_ms: number) {
  const t = useT("devices");
  const format = useFormat();
  const timeOf = (at: number): string =>
    step_ms < DAY_MS ? format.exact(at) : format.shortDay(new Date(at).toISOString().slice(0, 10));
  const labelOf = (at: number): string => format.shortDay(new Date(at).toISOString().slice(0, 10));
  const textOf = (time: string, { min, max, last }: Range, write: (value: number) => string): string =>
    min === max
      ? t("wear.same", { time, value: write(last) })
      : t("wear.at", { time, value: write(last), min: write(min), max: write(max) });
  const line = (measure: Measure, title: string, write: (value: number) => string) => {
    const told = slots.flatMap(({ row }) => rangeIn(row, measure) ?? []);
    const { low, high } = rangeOf(measure, told);
    const points = slots.map(({ at, row }): ChartDay => {
      const value = rangeIn(row, measure);
      const time = timeOf(at);
      return {
        key: String(at),
        label: labelOf(at),
        value: value ? (value[DRAWN[measure]] - low) / (high - low) : null,
        text: value ? textOf(time, value, write) : t("wear.unknown", { time }),
      };
    });
    const newest = told.at(-1);
    const scale = (end: number) => write(low + end * (high - low));
    return newest && { title, newest: write(newest.last), scale, points };
  };
  const lines = [
    line("celsius", t("wear.temperature"), (value) =>
      t("wear.celsius", { value: format.number(Math.round(value * 10) / 10) }),
    ),
    line("level", t("wear.level"), (value) => format.percent(value / 100)),
    line("free_bytes", t("wear.free"), format.bytes),
    line("cycles", t("wear.cycles"), format.number),
  ].filter((one) => one !== undefined);
  const lost = {
    title: t("wear.lost"),
    newest: format.number(slots.reduce((sum, { row }) => sum + (row?.disconnects ?? 0), 0)),
    scale: format.number,
    points: slots.map(({ at, row }): ChartDay => {
      const count = row?.disconnects ?? 0;
      const time = timeOf(at);
      return { key: String(at), label: labelOf(at), value: row ? count : null, text: t("wear.times", { time, count }) };
    }),
  };
  return { lines, lost };
}

type Range = NonNullable<WearRow["level"]>;

/** What a device told of one thing in an hour or a day. It counts cycles and never fewer: the last count is the only one that is kept. */
function rangeIn(row: WearRow | undefined, measure: Measure): Range | null {
  if (measure !== "cycles") return row?.[measure] ?? null;
  const cycles = row?.cycles ?? null;
  return cycles === null ? null : { min: cycles, max: cycles, last: cycles };
}

function rangeOf(measure: Measure, told: readonly { min: number; max: number }[]): { low: number; high: number } {
  if (measure === "level") return { low: 0, high: 100 };
  const [least, most] = [Math.min(...told.map(({ min }) => min)), Math.max(...told.map(({ max }) => max))];
  if (measure === "celsius") return { low: Math.min(CELSIUS.low, least), high: Math.max(CELSIUS.high, most) };
  return { low: 0, high: Math.max(1, most) };
}
