import type { ITheme } from "@xterm/xterm";
import type { ThemeMode } from "../../../lib/theme/theme-mode.ts";

/** The terminal's colours: the page's own where it has them, ANSI's others to match. */
export function themeOf(element: Element, mode: ThemeMode): ITheme {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(`--udt-${name}`).trim();
  const dark = mode === "dark";
  return {
    background: color("surface"),
    foreground: color("text"),
    cursor: color("accent"),
    cursorAccent: color("surface"),
    selectionBackground: dark ? "#3c3c6e" : "#cfcff7",
    black: dark ? "#3a3a45" : "#1b1b22",
    red: color("bad"),
    green: color("good"),
    yellow: color("warning"),
    blue: color("busy"),
    magenta: dark ? "#d19dff" : "#8145b5",
    cyan: dark ? "#4ccce6" : "#107d98",
    white: dark ? "#eeeef3" : "#5f606c",
    brightBlack: color("faint"),
    brightRed: color("bad"),
    brightGreen: color("good"),
    brightYellow: color("warning"),
    brightBlue: color("busy"),
    brightMagenta: dark ? "#d19dff" : "#8145b5",
    brightCyan: dark ? "#4ccce6" : "#107d98",
    brightWhite: color("text"),
  };
}
