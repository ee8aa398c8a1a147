import type { AppContext, AppDefinition } from "../screen/app.ts";
import type { ViewSpec } from "../screen/scene/node.ts";
import { clockText, dateText } from "../screen/system-texts.ts";
import { paintWallpaper } from "../screen/wallpaper.ts";
import type { PhonePackages } from "../types.ts";
import { tileIcon } from "./app-icon.ts";

export const LAUNCHER = "dev.udt.launcher";
const ACTIVITY = `${LAUNCHER}.LauncherActivity`;

const cell = (context: AppContext, app: AppDefinition, width: number): ViewSpec => {
  const label = app.label(context.environment.language);
  return {
    id: `app_${app.packageName.replaceAll(".", "_")}`,
    desc: label,
    width,
    align: "center",
    gap: 7,
    pad: [10, 2],
    radius: 18,
    onTap: () => context.start(app.packageName),
    children: [
      { width: 58, height: 58, ghost: true, paint: (g, rect) => app.icon(g, rect) },
      { text: label, size: 12.5, color: "#ffffff", rim: true, maxLines: 1, textAlign: "center", width: width - 4 },
    ],
  };
};

const view = (context: AppContext, installed: readonly AppDefinition[]): ViewSpec => {
  const { width, landscape, dark, insetTop, insetBottom } = context.environment;
  const apps = installed.filter((app) => app.launchable);
  const side = landscape ? 48 : 18;
  const columns = Math.max(4, Math.floor((width - 2 * side) / 96));
  const cellWidth = Math.floor((width - 2 * side) / columns);
  const rows: AppDefinition[][] = [];
  for (let at = 0; at < apps.length; at += columns) rows.push(apps.slice(at, at + columns));
  return {
    id: "launcher",
    width: "fill",
    height: "fill",
    dir: "stack",
    paint: (g, rect) => paintWallpaper(g, rect, dark),
    children: [
      {
        pad: [insetTop + (landscape ? 6 : 34), side, insetBottom + 8, side],
        gap: landscape ? 8 : 30,
        children: [
          {
            pad: [0, 8],
            children: [
              {
                id: "clock",
                text: clockText(context.environment, true),
                size: landscape ? 38 : 60,
                weight: 700,
                color: "#ffffff",
                lineHeight: 1.1,
              },
              { id: "date", text: dateText(context.environment), size: 16, color: "#ffffff" },
            ],
          },
          {
            id: "workspace",
            scroll: "y",
            grow: 1,
            gap: 8,
            children: rows.map((row) => ({
              dir: "row",
              align: "start",
              children: row.map((app) => cell(context, app, cellWidth)),
            })),
          },
        ],
      },
    ],
  };
};

/** @param appsOf What stands behind the packages that are installed. */
export const launcherOf = (appsOf: (packages: PhonePackages) => AppDefinition[]): AppDefinition => ({
  packageName: LAUNCHER,
  versionName: "1.0",
  versionCode: 1,
  mainActivity: ACTIVITY,
  activities: [ACTIVITY],
  launchable: false,
  lightBars: true,
  label: () => "Launcher",
  icon: tileIcon("#4f74e8", "#8d6be0", (g) => {
    g.fillStyle = "#ffffff";
    for (const [x, y] of [
      [8, 8],
      [16, 8],
      [8, 16],
      [16, 16],
    ] as const) {
      g.beginPath();
      g.arc(x, y, 2.6, 0, Math.PI * 2);
      g.fill();
    }
  }),
  create: (context) => ({ activity: () => ACTIVITY, view: () => view(context, appsOf(context.system.packages)) }),
});
