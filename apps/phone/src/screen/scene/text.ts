import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";

/**
 * One family list for every script. Skia falls back glyph by glyph over the fonts of the machine, so a family that is
 * missing costs nothing; the CJK family comes in the variant of the reader's language because Han glyphs differ.
 */
const families = (language: string): string => {
  const han = language === "ja" ? "Noto Sans CJK JP" : "Noto Sans CJK SC";
  const system = "Roboto, Inter, 'Noto Sans', 'Segoe UI', 'Helvetica Neue', Arial, 'DejaVu Sans'";
  return `'${han}', 'Hiragino Sans', 'PingFang SC', 'Microsoft YaHei', 'Yu Gothic', ${system}, 'Noto Color Emoji', sans-serif`;
};

export interface TextStyle {
  /** Pixels. */
  size: number;
  weight: 400 | 700;
  language: string;
}

export const fontOf = (style: TextStyle): string =>
  `${style.weight} ${Math.round(style.size * 10) / 10}px ${families(style.language)}`;

let ruler: SKRSContext2D | undefined;
const rulerContext = (): SKRSContext2D => {
  // The families are read when first asked for; a phone that never draws never pays for it.
  if (ruler === undefined) void GlobalFonts.families;
  return (ruler ??= createCanvas(8, 8).getContext("2d"));
};

/** Shared by all phones of the process; dropped whole when full, which is rare and cheap to rebuild. */
const widths = new Map<string, number>();
const WIDTHS_LIMIT = 8000;

export const measureText = (text: string, style: TextStyle): number => {
  if (text === "") return 0;
  const font = fontOf(style);
  const key = `${font}\u0000${text}`;
  const known = widths.get(key);
  if (known !== undefined) return known;
  const g = rulerContext();
  g.font = font;
  const width = g.measureText(text).width;
  if (widths.size >= WIDTHS_LIMIT) widths.clear();
  widths.set(key, width);
  return width;
};

// A run of letters or digits stays together; Han, kana and the like may break after every character.
const TOKENS =
  /\s+|[^\s\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]+|[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/gu;

/** Breaks text into lines no wider than `maxWidth` pixels. The lines joined give the text without its line feeds. */
export const wrapText = (text: string, style: TextStyle, maxWidth: number): string[] => {
  const lines: string[] = [];
  for (const paragraph of text.split("\n")) {
    if (measureText(paragraph, style) <= maxWidth) {
      lines.push(paragraph);
      continue;
    }
    let line = "";
    for (const token of paragraph.match(TOKENS) ?? []) {
      if (line !== "" && measureText(line + token.trimEnd(), style) > maxWidth) {
        lines.push(line);
        line = "";
      }
      if (measureText(token, style) <= maxWidth) {
        line += token;
        continue;
      }
      for (const character of token) {
        if (line !== "" && measureText(line + character, style) > maxWidth) {
          lines.push(line);
          line = "";
        }
        line += character;
      }
    }
    lines.push(line);
  }
  return lines;
};

/** Cuts a line to the width with an ellipsis. */
export const ellipsize = (text: string, style: TextStyle, maxWidth: number): string => {
  if (measureText(text, style) <= maxWidth) return text;
  const characters = [...text];
  let low = 0;
  let high = characters.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (measureText(`${characters.slice(0, middle).join("")}…`, style) <= maxWidth) low = middle;
    else high = middle - 1;
  }
  return `${characters.slice(0, low).join("")}…`;
};
