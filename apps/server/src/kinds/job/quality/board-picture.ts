/** A quality board as one SVG that needs nothing else: no font, no script, no other file. */
import { passRatio, type ImageTheme, type QualityFigures, type ReportLanguage } from "@udt/contract";
import { escapeXml } from "../../../platform/escape.ts";
import { PICTURE_WORDS } from "./picture-words.ts";

/** Room that it is laid out in; the picture is scaled to what is asked for. */
const [WIDTH, HEIGHT, PAD] = [640, 280, 24];
const PLOT = { top: 168, bottom: 236 } as const;

const COLOURS = {
  light: { page: "#ffffff", line: "#e7e7ee", text: "#1b1b22", secondary: "#5f606c", accent: "#5b5bd6", bad: "#ce2c31" },
  dark: { page: "#18181d", line: "#2a2a32", text: "#eeeef3", secondary: "#a3a4b0", accent: "#8b8bf5", bad: "#ff9592" },
} as const;

export interface Picture {
  name: string;
  by_day: readonly QualityFigures[];
  totals: QualityFigures;
  time_zone: string;
  now: number;
}

interface Look {
  language: ReportLanguage;
  theme: ImageTheme;
  width: number;
  height: number;
}

/** What no XML may have, even escaped, and what would turn the line around. */
// eslint-disable-next-line no-control-regex
const UNWANTED = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;
const NAME_SHOWN = 48;

/** Text that somebody typed, on one line. */
export function oneLine(typed: string): string {
  const all = [...typed.replaceAll(UNWANTED, " ")];
  return escapeXml(all.length > NAME_SHOWN ? `${all.slice(0, NAME_SHOWN - 1).join("")}…` : all.join(""));
}

export function drawBoard({ name, by_day, totals, time_zone, now }: Picture, look: Look): string {
  const words = PICTURE_WORDS[look.language];
  const colour = COLOURS[look.theme];
  const number = new Intl.NumberFormat(words.locale);
  const percent = new Intl.NumberFormat(words.locale, { style: "percent", maximumFractionDigits: 1 });
  const when = new Intl.DateTimeFormat(words.locale, { timeZone: time_zone, dateStyle: "medium", timeStyle: "short" });
  const passed = passRatio(totals);
  const tiles = [
    [words.pass_rate, passed === undefined ? "–" : percent.format(passed), colour.accent],
    [words.runs, number.format(totals.runs), colour.text],
    [words.failed, number.format(totals.failed), totals.failed > 0 ? colour.bad : colour.text],
    [words.new_failures, number.format(totals.new_failures), totals.new_failures > 0 ? colour.bad : colour.text],
    [words.flaky, number.format(totals.flaky), colour.text],
  ] as const;
  const step = (WIDTH - 2 * PAD) / tiles.length;
  const label = `${name} · ${words.days(number.format(by_day.length))}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${look.width}" height="${look.height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Noto Sans CJK SC', sans-serif" font-size="12">
<title>${oneLine(label)}</title>
<rect x="0.5" y="0.5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="10" fill="${colour.page}" stroke="${colour.line}"/>
<text x="${PAD}" y="40" font-size="16" font-weight="600" fill="${colour.text}">${oneLine(name)}</text>
<text x="${PAD}" y="60" fill="${colour.secondary}">${escapeXml(words.days(number.format(by_day.length)))}</text>
<text x="${WIDTH - PAD}" y="60" text-anchor="end" fill="${colour.secondary}">${escapeXml(when.format(now))}</text>
${tiles
  .map(
    ([title, value, fill], index) =>
      `<g transform="translate(${PAD + index * step} 0)"><text y="96" fill="${colour.secondary}">${escapeXml(title)}</text><text y="126" font-size="24" font-weight="600" fill="${fill}">${escapeXml(value)}</text></g>`,
  )
  .join("\n")}
<text x="${PAD}" y="154" fill="${colour.secondary}">${escapeXml(words.by_day)}</text>
<path d="M${PAD} ${PLOT.top}H${WIDTH - PAD}M${PAD} ${PLOT.bottom}H${WIDTH - PAD}" stroke="${colour.line}" fill="none"/>
<text x="${PAD}" y="256" font-size="11" fill="${colour.secondary}">${escapeXml(words.scale(percent.format(lowest(by_day)), percent.format(1)))}</text>
${linesOf(by_day, colour.accent)}
</svg>
`;
}

const ratios = (by_day: readonly QualityFigures[]) => by_day.map((day) => passRatio(day));

/** Where the scale begins: the tenth below the lowest day. */
function lowest(by_day: readonly QualityFigures[]): number {
  const known = ratios(by_day).filter((ratio) => ratio !== undefined);
  return known.length === 0 ? 0 : Math.max(0, Math.ceil(Math.min(...known) * 10 - 1) / 10);
}

/** A line for each stretch of days with results, and a dot for each day. */
function linesOf(by_day: readonly QualityFigures[], fill: string): string {
  const bottom = lowest(by_day);
  const step = (WIDTH - 2 * PAD) / Math.max(1, by_day.length);
  let path = "";
  let dots = "";
  let isBroken = true;
  for (const [index, ratio] of ratios(by_day).entries()) {
    if (ratio !== undefined) {
      const x = (PAD + (index + 0.5) * step).toFixed(1);
      const y = (PLOT.bottom - ((ratio - bottom) / (1 - bottom)) * (PLOT.bottom - PLOT.top)).toFixed(1);
      path += `${isBroken ? "M" : "L"}${x} ${y}`;
      dots += `<circle cx="${x}" cy="${y}" r="2.5"/>`;
    }
    isBroken = ratio === undefined;
  }
  return `<path d="${path}" fill="none" stroke="${fill}" stroke-width="2" stroke-linejoin="round"/><g fill="${fill}">${dots}</g>`;
}
