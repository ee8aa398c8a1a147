/** The colours of a light or dark screen; `primary` is the app's own accent. */
export interface Theme {
  dark: boolean;
  bg: string;
  surface: string;
  surfaceAlt: string;
  text: string;
  dim: string;
  outline: string;
  primary: string;
  onPrimary: string;
  primarySoft: string;
  danger: string;
}

export interface Accent {
  light: string;
  dark: string;
  softLight: string;
  softDark: string;
}

export const BLUE: Accent = { light: "#2f5fe0", dark: "#a9c0ff", softLight: "#e2e9ff", softDark: "#28386b" };

export const themeOf = (dark: boolean, accent: Accent = BLUE): Theme =>
  dark
    ? {
        dark,
        bg: "#0f1217",
        surface: "#191d25",
        surfaceAlt: "#252a34",
        text: "#e7e9f0",
        dim: "#9aa2b1",
        outline: "#363c48",
        primary: accent.dark,
        onPrimary: "#10141f",
        primarySoft: accent.softDark,
        danger: "#ff9a92",
      }
    : {
        dark,
        bg: "#f5f6fb",
        surface: "#ffffff",
        surfaceAlt: "#eceef6",
        text: "#191b22",
        dim: "#626877",
        outline: "#d9dce7",
        primary: accent.light,
        onPrimary: "#ffffff",
        primarySoft: accent.softLight,
        danger: "#c62f26",
      };
