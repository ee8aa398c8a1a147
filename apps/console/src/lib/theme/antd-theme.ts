import { theme, type ThemeConfig } from "antd";
import type { ThemeMode } from "./theme-mode.ts";
import { DARK, FONT, LIGHT, MONO_FONT, type TokenName } from "./tokens.ts";

const made = new Map<string, ThemeConfig>();

/**
 * Ant Design in the product's own colours and sizes. Always the same object for the same wish: the library takes an algorithm
 * that it has not seen for another theme, computes all its styles anew, and keeps them of every theme that ever was.
 * @see https://github.com/ant-design/cssinjs/blob/v2.1.2/src/theme/createTheme.ts
 * @param still What opens stands there at once.
 */
export function antdTheme(mode: ThemeMode, still: boolean): ThemeConfig {
  const key = `${mode} ${still}`;
  const theme = made.get(key) ?? makeTheme(mode, still);
  made.set(key, theme);
  return theme;
}

function makeTheme(mode: ThemeMode, still: boolean): ThemeConfig {
  const c: Record<TokenName, string> = mode === "dark" ? DARK : LIGHT;
  const base = mode === "dark" ? theme.darkAlgorithm : theme.defaultAlgorithm;
  const seeds = {
    colorPrimary: c.accent,
    // Away from the text on it, so that a button under the pointer stays readable.
    colorPrimaryHover: mode === "dark" ? "#a2a2f8" : "#4f4fc6",
    colorPrimaryActive: mode === "dark" ? "#b4b4fa" : "#4444b2",
    colorInfo: c.accent,
    colorLink: c.accent,
    colorSuccess: c.good,
    colorWarning: c.warning,
    colorError: c.bad,
    colorErrorHover: mode === "dark" ? "#ffaba8" : "#b9272c",
    colorErrorActive: mode === "dark" ? "#ffc0be" : "#a32226",
  };
  return {
    // The dark algorithm mutes its seeds; ours are meant as they are.
    algorithm: [base, (seed, map) => ({ ...(map ?? base(seed)), ...seeds })],
    token: {
      ...seeds,
      colorBgLayout: c.page,
      colorBgContainer: c.surface,
      colorBgElevated: mode === "dark" ? c.raised : c.surface,
      colorBorder: c.border,
      colorBorderSecondary: c.hairline,
      colorSplit: c.hairline,
      colorText: c.text,
      colorTextSecondary: c.secondary,
      colorTextTertiary: c.secondary,
      colorTextDescription: c.secondary,
      colorTextPlaceholder: c.secondary,
      colorTextLightSolid: c["on-accent"],
      controlItemBgActive: c["accent-tint"],
      fontFamily: FONT,
      fontFamilyCode: MONO_FONT,
      fontSize: 13,
      lineHeight: 20 / 13,
      controlHeight: 32,
      borderRadius: 7,
      borderRadiusLG: 10,
      motion: !still,
      motionDurationMid: "0.12s",
      motionDurationSlow: "0.18s",
    },
    components: {
      Button: { primaryShadow: "none", defaultShadow: "none", dangerShadow: "none", fontWeight: 500 },
      Tooltip: { colorBgSpotlight: mode === "dark" ? "#33333d" : "#26262f", colorTextLightSolid: "#ffffff" },
      Drawer: { paddingLG: 20 },
    },
  };
}
