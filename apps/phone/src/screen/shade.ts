import { icon, type IconName } from "./icons.ts";
import type { ViewSpec } from "./scene/node.ts";
import { clockText, dateText, systemTexts } from "./system-texts.ts";
import { NAV_BAR_DP, STATUS_BAR_DP, SYSTEM_UI, type SystemUiState } from "./system-ui.ts";
import { themeOf } from "./theme.ts";

/** The pull-down panel: quick settings and, below them, that there are no notifications. */
export const shadeView = (state: SystemUiState): ViewSpec => {
  const { settings, environment } = state;
  const texts = systemTexts(environment.language);
  const theme = themeOf(environment.dark);
  const tile = (id: string, name: IconName, label: string, on: boolean, toggle: () => void): ViewSpec => ({
    id,
    pkg: SYSTEM_UI,
    cls: "android.widget.Switch",
    desc: label,
    checkable: true,
    checked: on,
    dir: "row",
    grow: 1,
    height: 62,
    pad: [0, 16],
    gap: 12,
    radius: 24,
    bg: on ? theme.primary : theme.surfaceAlt,
    onTap: toggle,
    children: [
      icon(name, on ? theme.onPrimary : theme.text, 22),
      { text: label, size: 14, weight: 700, grow: 1, maxLines: 1, color: on ? theme.onPrimary : theme.text },
    ],
  });
  return {
    id: "notification_panel",
    pkg: SYSTEM_UI,
    width: "fill",
    height: "fill",
    bg: environment.dark ? "rgba(10,12,17,0.97)" : "rgba(240,242,250,0.98)",
    pad: [STATUS_BAR_DP + 12, 18, NAV_BAR_DP, 18],
    gap: 14,
    onTap: () => state.setPanel("none"),
    children: [
      {
        dir: "row",
        gap: 12,
        children: [
          { text: clockText(environment, settings.use24Hours), size: 26, weight: 700, color: theme.text },
          { text: dateText(environment), size: 14, color: theme.dim, grow: 1 },
        ],
      },
      {
        dir: "row",
        gap: 10,
        children: [
          tile("tile_wifi", "wifi", texts.wifi, settings.wifi, () => settings.setWifi(!settings.wifi)),
          tile("tile_rotate", "rotate", texts.rotate, settings.autoRotate, () =>
            settings.setAutoRotate(!settings.autoRotate),
          ),
        ],
      },
      {
        dir: "row",
        gap: 10,
        children: [
          tile("tile_dark", "moon", texts.dark, settings.dark, () => settings.setDark(!settings.dark)),
          brightnessSlider(state),
        ],
      },
      {
        radius: 24,
        bg: theme.surface,
        pad: 26,
        gap: 8,
        align: "center",
        children: [
          icon("bell", theme.dim, 26),
          { id: "no_notifications", pkg: SYSTEM_UI, text: texts.quiet, size: 14, color: theme.dim },
        ],
      },
    ],
  };
};

function brightnessSlider({ settings, environment }: SystemUiState): ViewSpec {
  const theme = themeOf(environment.dark);
  const brightness = settings.brightness / 255;
  return {
    id: "brightness_slider",
    pkg: SYSTEM_UI,
    cls: "android.widget.SeekBar",
    desc: systemTexts(environment.language).brightness,
    grow: 1,
    height: 62,
    radius: 24,
    bg: theme.surfaceAlt,
    onSlide: (fraction) => settings.setBrightness(fraction * 255),
    paint: (g, rect, dp) => {
      g.beginPath();
      g.roundRect(rect.x, rect.y, rect.width, rect.height, 24 * dp);
      g.clip();
      g.fillStyle = theme.primary;
      g.globalAlpha = 0.75;
      g.fillRect(rect.x, rect.y, rect.width * brightness, rect.height);
    },
    children: [
      {
        dir: "row",
        ghost: true,
        pad: [19, 16],
        children: [icon("sun", brightness > 0.2 ? theme.onPrimary : theme.text, 22)],
      },
    ],
  };
}
