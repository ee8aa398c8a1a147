import type { UiEnvironment } from "../screen/app.ts";
import { icon, type IconName } from "../screen/icons.ts";
import type { ViewSpec } from "../screen/scene/node.ts";
import type { TextField } from "../screen/scene/text-field.ts";
import type { Theme } from "../screen/theme.ts";

/** The widest that text columns grow on a wide display, in dp. */
export const COLUMN_DP = 640;

/** All of an app's window, from the bar at its top down. */
export const screen = (theme: Theme, children: (ViewSpec | undefined)[]): ViewSpec => ({
  bg: theme.bg,
  width: "fill",
  height: "fill",
  children,
});

/** A picture to tap, which says by words what it does. */
export const imageButton = (id: string, desc: string, picture: ViewSpec, look: ViewSpec): ViewSpec => ({
  id,
  desc,
  cls: "android.widget.ImageButton",
  dir: "stack",
  align: "center",
  justify: "center",
  children: [picture],
  ...look,
});

export const iconButton = (id: string, desc: string, name: IconName, color: string, onTap: () => void): ViewSpec =>
  imageButton(id, desc, icon(name, color, 24), { width: 44, height: 44, radius: 22, onTap });

export interface ButtonOptions {
  kind?: "filled" | "soft" | "plain";
  enabled?: boolean;
  grow?: number;
}

export const button = (
  theme: Theme,
  id: string,
  label: string,
  onTap: () => void,
  { kind = "filled", enabled = true, grow }: ButtonOptions = {},
): ViewSpec => ({
  id,
  text: label,
  cls: "android.widget.Button",
  height: 50,
  pad: [0, 24],
  radius: 25,
  size: 15.5,
  weight: 700,
  textAlign: "center",
  enabled,
  opacity: enabled ? 1 : 0.45,
  color: kind === "filled" ? theme.onPrimary : theme.primary,
  onTap,
  ...(kind === "filled" ? { bg: theme.primary } : kind === "soft" ? { bg: theme.primarySoft } : {}),
  ...(grow === undefined ? {} : { grow }),
});

/** The bar at the top: a way back, a title, actions. It leaves room for the status bar. */
export const appBar = (
  theme: Theme,
  environment: UiEnvironment,
  title: string,
  { back, actions = [] }: { back?: { desc: string; onTap: () => void }; actions?: (ViewSpec | undefined)[] } = {},
): ViewSpec => ({
  id: "toolbar",
  cls: "android.view.ViewGroup",
  dir: "row",
  width: "fill",
  bg: theme.bg,
  pad: [environment.insetTop + 4, 8, 4, back === undefined ? 20 : 8],
  gap: 4,
  children: [
    back === undefined ? undefined : iconButton("navigate_up", back.desc, "back", theme.text, back.onTap),
    { id: "title", text: title, size: 21, weight: 700, color: theme.text, grow: 1, maxLines: 1, pad: [9, 4] },
    ...actions,
  ],
});

export const card = (theme: Theme, children: (ViewSpec | undefined)[], extra: ViewSpec = {}): ViewSpec => ({
  bg: theme.surface,
  radius: 20,
  width: "fill",
  children,
  ...extra,
});

export const inputBox = (theme: Theme, id: string, field: TextField, extra: ViewSpec = {}): ViewSpec => ({
  id,
  field,
  desc: "",
  width: "fill",
  minHeight: 52,
  bg: theme.surfaceAlt,
  radius: 16,
  pad: [14, 16],
  size: 16,
  color: theme.text,
  ...extra,
});

/** The knob of a switch; the row around it takes the tap. */
export const switchKnob = (theme: Theme, on: boolean): ViewSpec => ({
  width: 50,
  height: 30,
  ghost: true,
  paint: (g, rect, dp) => {
    g.beginPath();
    g.roundRect(rect.x, rect.y, rect.width, rect.height, rect.height / 2);
    g.fillStyle = on ? theme.primary : theme.surfaceAlt;
    g.fill();
    if (!on) {
      g.strokeStyle = theme.dim;
      g.lineWidth = 1.5 * dp;
      g.stroke();
    }
    const radius = (on ? 11 : 8) * dp;
    g.beginPath();
    g.arc(on ? rect.x + rect.width - 15 * dp : rect.x + 15 * dp, rect.y + rect.height / 2, radius, 0, Math.PI * 2);
    g.fillStyle = on ? theme.onPrimary : theme.dim;
    g.fill();
  },
});

export interface RowOptions {
  id: string;
  icon?: IconName;
  title: string;
  subtitle?: string;
  trailing?: ViewSpec | undefined;
  onTap?: () => void;
  checked?: boolean;
}

/** A row of a settings-like list. With `checked` it is a switch. */
export const listRow = (theme: Theme, options: RowOptions): ViewSpec => ({
  id: options.id,
  dir: "row",
  width: "fill",
  minHeight: 66,
  pad: [11, 18],
  gap: 16,
  radius: 20,
  ...(options.onTap === undefined ? {} : { onTap: options.onTap }),
  ...(options.checked === undefined
    ? {}
    : { cls: "android.widget.Switch", checkable: true, checked: options.checked, desc: options.title }),
  children: [
    options.icon === undefined ? undefined : icon(options.icon, theme.primary, 23),
    {
      grow: 1,
      gap: 1,
      children: [
        { id: `${options.id}_title`, text: options.title, size: 16.5, color: theme.text, maxLines: 2 },
        options.subtitle === undefined
          ? undefined
          : { id: `${options.id}_summary`, text: options.subtitle, size: 13.5, color: theme.dim, maxLines: 2 },
      ],
    },
    options.checked === undefined ? options.trailing : switchKnob(theme, options.checked),
  ],
});

/** The page under the bar: one column, scrolling, not wider than is good to read. */
export const page = (
  environment: UiEnvironment,
  id: string,
  children: (ViewSpec | undefined)[],
  gap = 12,
): ViewSpec => ({
  id,
  scroll: "y",
  grow: 1,
  gap,
  pad: [
    6,
    environment.width > COLUMN_DP ? (environment.width - COLUMN_DP) / 2 : 16,
    environment.insetBottom + 20,
    environment.width > COLUMN_DP ? (environment.width - COLUMN_DP) / 2 : 16,
  ],
  children,
});
