import { escapeHtml as escaped } from "../../../../platform/escape.ts";
import { momentText } from "../../../../platform/moment-text.ts";

export const escapeHtml = (text: string): string => escaped(text.toWellFormed());
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
/** Nobody knows where the file will be read. */
export const timeText = (time: number, locale: string): string =>
  momentText(time, locale, { timeZone: "UTC", seconds: true });
