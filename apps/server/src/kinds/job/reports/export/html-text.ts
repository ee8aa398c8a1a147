import { momentText } from "../../../../platform/moment-text.ts";

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string): string => text.toWellFormed().replace(/[&<>"']/g, (one) => ENTITIES[one]!);
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
/** Nobody knows where the file will be read. */
export const timeText = (time: number, locale: string): string =>
  momentText(time, locale, { timeZone: "UTC", seconds: true });
