import { useMemo } from "react";
import { useThemeMode } from "../../../lib/theme/theme-mode.ts";
import { changeColors, frameColors, moduleColors } from "./colors.ts";
import { FONT_SIZE, type Look } from "./paint.ts";
import type { FlameNames } from "./tree.ts";

/** The page's colours and letters as the canvas takes them, which follows neither by itself. */
export function useLook(names: FlameNames, modules: readonly string[]): Look {
  const mode = useThemeMode();
  return useMemo(() => {
    const style = getComputedStyle(document.documentElement);
    const token = (name: string) => style.getPropertyValue(`--udt-${name}`).trim();
    const font = `${FONT_SIZE}px ${token("mono")}`;
    return {
      text: token("text"),
      faint: token("secondary"),
      dim: token("raised"),
      strip: token("border"),
      accent: token("accent"),
      root: token("hairline"),
      frames: frameColors(names, mode),
      modules: moduleColors(modules, mode),
      changes: changeColors(mode),
      font,
      letter: letterWidth(font),
    };
  }, [names, modules, mode]);
}

/** All letters of the font are as wide. */
function letterWidth(font: string): number {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) return FONT_SIZE;
  context.font = font;
  return context.measureText("m").width;
}
