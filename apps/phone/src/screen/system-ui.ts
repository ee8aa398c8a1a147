import type { PhoneSystem } from "../types.ts";
import type { Process } from "./processes.ts";
import type { UiEnvironment } from "./app.ts";
import { drawIcon, icon } from "./icons.ts";
import { MAX_VOLUME, type ScreenSettings } from "./phone-settings.ts";
import type { ViewSpec } from "./scene/node.ts";
import { clockText, dateText, systemTexts } from "./system-texts.ts";
import { themeOf } from "./theme.ts";
import { paintWallpaper } from "./wallpaper.ts";

export const SYSTEM_UI = "com.android.systemui";
export const STATUS_BAR_DP = 30;
export const NAV_BAR_DP = 22;

/** What the system draws over the apps, and what its buttons do. */
export interface SystemUiState {
  system: PhoneSystem;
  settings: ScreenSettings;
  environment: UiEnvironment;
  /** The bar over this app needs light glyphs. */
  lightGlyphs: boolean;
  recents: readonly Process[] | undefined;
  panel: "notifications" | "settings" | "none";
  volumeShown: boolean;
  toast: string | undefined;
  locked: boolean;
  openProcess(packageName: string): void;
  closeProcess(packageName: string): void;
  closeAll(): void;
  setPanel(panel: "none"): void;
}

const battery = (state: SystemUiState, color: string): ViewSpec => ({
  width: 22,
  height: 12,
  ghost: true,
  paint: (g, rect, dp) => {
    const { level, charging } = state.system.battery;
    g.globalAlpha = 0.45;
    g.fillStyle = color;
    g.beginPath();
    g.roundRect(rect.x, rect.y, rect.width - 3 * dp, rect.height, 3.5 * dp);
    g.fill();
    g.fillRect(rect.x + rect.width - 2 * dp, rect.y + rect.height * 0.3, 2 * dp, rect.height * 0.4);
    g.globalAlpha = 1;
    g.fillStyle = charging ? "#34c759" : level <= 15 ? "#ff5a4d" : color;
    g.beginPath();
    g.roundRect(rect.x, rect.y, ((rect.width - 3 * dp) * Math.max(level, 6)) / 100, rect.height, 3.5 * dp);
    g.fill();
  },
});

const bars = (color: string): ViewSpec => ({
  width: 16,
  height: 12,
  ghost: true,
  paint: (g, rect, dp) => {
    g.fillStyle = color;
    for (let bar = 0; bar < 4; bar += 1) {
      const height = rect.height * (0.4 + bar * 0.2);
      g.beginPath();
      g.roundRect(rect.x + bar * 4 * dp, rect.y + rect.height - height, 2.8 * dp, height, dp);
      g.fill();
    }
  },
});

export const statusBar = (state: SystemUiState): ViewSpec => {
  const color = state.locked || state.lightGlyphs ? "#ffffff" : "#191b22";
  const { landscape } = state.environment;
  return {
    id: "status_bar",
    pkg: SYSTEM_UI,
    dir: "row",
    ghost: true,
    height: STATUS_BAR_DP,
    width: "fill",
    pad: [0, landscape ? 30 : 20],
    gap: 7,
    children: [
      { id: "clock", text: clockText(state.environment, state.settings.use24Hours), size: 14, weight: 700, color },
      { grow: 1 },
      state.settings.airplane ? { text: "✈", size: 14, color } : bars(color),
      state.settings.wifi ? icon("wifi", color, 17) : undefined,
      { text: `${state.system.battery.level}%`, size: 12.5, color },
      battery(state, color),
    ],
  };
};

export const navigationBar = (state: SystemUiState): ViewSpec => ({
  id: "navigation_bar",
  pkg: SYSTEM_UI,
  ghost: true,
  width: "fill",
  height: NAV_BAR_DP,
  paint: (g, rect, dp) => {
    g.fillStyle = state.locked || state.lightGlyphs ? "rgba(255,255,255,0.85)" : "rgba(20,22,28,0.75)";
    const width = Math.min(128 * dp, rect.width / 3);
    g.beginPath();
    g.roundRect(rect.x + (rect.width - width) / 2, rect.y + rect.height - 11 * dp, width, 4.5 * dp, 3 * dp);
    g.fill();
  },
});

export const lockScreen = (state: SystemUiState): ViewSpec => {
  const { language, landscape } = state.environment;
  return {
    id: "keyguard_root",
    pkg: SYSTEM_UI,
    desc: systemTexts(language).swipe,
    width: "fill",
    height: "fill",
    dir: "stack",
    paint: (g, rect) => paintWallpaper(g, rect, state.environment.dark, 0.28),
    children: [
      {
        pad: [landscape ? 40 : 96, 0, 44, 0],
        align: "center",
        gap: 2,
        children: [
          icon("lock", "#ffffff", 20, 34),
          {
            id: "lock_clock",
            text: clockText(state.environment, state.settings.use24Hours),
            size: landscape ? 56 : 76,
            weight: 700,
            color: "#ffffff",
            lineHeight: 1.15,
          },
          { id: "lock_date", text: dateText(state.environment), size: 17, color: "#ffffff" },
          { grow: 1 },
          { id: "keyguard_indication", text: systemTexts(language).swipe, size: 14, color: "rgba(255,255,255,0.9)" },
        ],
      },
    ],
  };
};

export const toastView = (state: SystemUiState): ViewSpec => ({
  dir: "stack",
  width: "fill",
  height: "fill",
  ghost: true,
  align: "center",
  justify: "end",
  pad: [0, 24, 72, 24],
  children: [
    {
      cls: "android.widget.Toast",
      text: state.toast ?? "",
      bg: state.environment.dark ? "#e7e9f0" : "#2b2f3a",
      color: state.environment.dark ? "#191b22" : "#ffffff",
      size: 14,
      radius: 22,
      pad: [11, 20],
      elevation: 3,
      width: "wrap",
      height: "wrap",
    },
  ],
});

export const volumePanel = (state: SystemUiState): ViewSpec => {
  const theme = themeOf(state.environment.dark);
  const level = state.settings.volume / MAX_VOLUME;
  return {
    dir: "stack",
    width: "fill",
    height: "fill",
    align: "end",
    justify: "center",
    pad: [0, 14],
    pkg: SYSTEM_UI,
    children: [
      {
        id: "volume_dialog",
        pkg: SYSTEM_UI,
        desc: systemTexts(state.environment.language).media,
        bg: theme.surface,
        radius: 26,
        elevation: 4,
        width: 52,
        height: Math.min(230, state.environment.height - 80),
        pad: 8,
        children: [
          {
            id: "volume_row_slider",
            pkg: SYSTEM_UI,
            cls: "android.widget.SeekBar",
            text: String(state.settings.volume),
            color: "rgba(0,0,0,0)",
            size: 1,
            grow: 1,
            paint: (g, rect, dp) => {
              const radius = rect.width / 2;
              g.beginPath();
              g.roundRect(rect.x, rect.y, rect.width, rect.height, radius);
              g.fillStyle = theme.surfaceAlt;
              g.fill();
              g.clip();
              g.fillStyle = theme.primary;
              g.fillRect(rect.x, rect.y + rect.height * (1 - level), rect.width, rect.height * level);
              const size = 20 * dp;
              const color = level > 0.16 ? theme.onPrimary : theme.text;
              drawIcon(
                g,
                level === 0 ? "mute" : "volume",
                rect.x + (rect.width - size) / 2,
                rect.y + rect.height - size - 8 * dp,
                size,
                color,
              );
            },
          },
        ],
      },
    ],
  };
};

export const recentsView = (state: SystemUiState, processes: readonly Process[]): ViewSpec => {
  const texts = systemTexts(state.environment.language);
  const theme = themeOf(state.environment.dark);
  const { language } = state.environment;
  const card = (process: Process): ViewSpec => {
    const { packageName } = process.definition;
    const iconSize = state.environment.landscape ? 40 : 76;
    return {
      id: "task",
      pkg: SYSTEM_UI,
      desc: process.definition.label(language),
      width: Math.min(250, state.environment.width * 0.66),
      height: Math.min(400, state.environment.height - 220),
      bg: theme.surface,
      radius: 26,
      elevation: 3,
      pad: 14,
      align: "center",
      justify: "center",
      gap: state.environment.landscape ? 6 : 14,
      onTap: () => state.openProcess(packageName),
      children: [
        { width: iconSize, height: iconSize, ghost: true, paint: (g, rect) => process.definition.icon(g, rect) },
        { text: process.definition.label(language), size: 18, weight: 700, color: theme.text, maxLines: 1 },
        { text: packageName, size: 12, color: theme.dim, maxLines: 1 },
        {
          id: "dismiss",
          pkg: SYSTEM_UI,
          desc: texts.clear,
          cls: "android.widget.ImageButton",
          onTap: () => state.closeProcess(packageName),
          radius: 20,
          bg: theme.surfaceAlt,
          width: 40,
          height: 40,
          dir: "stack",
          align: "center",
          justify: "center",
          children: [icon("close", theme.text, 20)],
        },
      ],
    };
  };
  return {
    id: "overview_panel",
    pkg: SYSTEM_UI,
    width: "fill",
    height: "fill",
    bg: state.environment.dark ? "rgba(8,10,14,0.92)" : "rgba(206,214,234,0.94)",
    pad: [STATUS_BAR_DP + 20, 0, NAV_BAR_DP + 20, 0],
    gap: 20,
    children: [
      { text: texts.recents, size: 20, weight: 700, color: theme.text, pad: [0, 26] },
      processes.length === 0
        ? { text: texts.none, size: 15, color: theme.dim, grow: 1, textAlign: "center" }
        : {
            id: "tasks",
            pkg: SYSTEM_UI,
            dir: "row",
            scroll: "x",
            grow: 1,
            gap: 16,
            pad: [0, 26],
            align: "center",
            children: processes.map(card),
          },
      {
        dir: "row",
        justify: "center",
        children: [
          {
            id: "clear_all",
            pkg: SYSTEM_UI,
            cls: "android.widget.Button",
            text: texts.clear,
            textAlign: "center",
            pad: [12, 26],
            radius: 24,
            bg: theme.primary,
            color: theme.onPrimary,
            weight: 700,
            onTap: () => state.closeAll(),
          },
        ],
      },
    ],
  };
};
