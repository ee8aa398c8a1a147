import type { AppDefinition } from "../screen/app.ts";
import { themeOf } from "../screen/theme.ts";
import type { InstalledPackage } from "../types.ts";
import { drawPackageIcon } from "./package-icon.ts";

const TEXTS = {
  en: { version: "Version", note: "Installed on this virtual phone. Its own code does not run here." },
  zh: { version: "版本", note: "已安装到这台虚拟手机。应用自身的代码不会在此运行。" },
  ja: { version: "バージョン", note: "この仮想端末にインストール済みです。アプリ自体のコードは実行されません。" },
};

/** What an installed APK opens: its icon, name, version and package. */
export const packageScreen = (installed: InstalledPackage): AppDefinition => {
  const activity = installed.main_activity ?? `${installed.package_name}.MainActivity`;
  let redraw = (): void => undefined;
  const icon: AppDefinition["icon"] = (g, rect) => drawPackageIcon(g, rect, installed, () => redraw());
  return {
    packageName: installed.package_name,
    versionName: installed.version_name,
    versionCode: installed.version_code,
    mainActivity: activity,
    activities: [activity],
    launchable: true,
    lightBars: false,
    label: () => installed.label,
    icon,
    create: (context) => {
      redraw = () => context.invalidate();
      return {
        activity: () => activity,
        view: () => {
          const { dark, language, insetTop, insetBottom } = context.environment;
          const theme = themeOf(dark);
          const texts = TEXTS[language];
          return {
            bg: theme.bg,
            pad: [insetTop + 24, 28, insetBottom + 24, 28],
            align: "center",
            justify: "center",
            gap: 10,
            children: [
              { id: "icon", width: 96, height: 96, desc: installed.label, paint: icon },
              { height: 8 },
              { id: "label", text: installed.label, size: 24, weight: 700, color: theme.text, textAlign: "center" },
              {
                id: "version",
                text: `${texts.version} ${installed.version_name} (${installed.version_code})`,
                size: 15,
                color: theme.dim,
              },
              { id: "package_name", text: installed.package_name, size: 14, color: theme.dim, textAlign: "center" },
              { height: 12 },
              { id: "note", text: texts.note, size: 14, color: theme.dim, textAlign: "center", maxWidth: 300 },
            ],
          };
        },
      };
    },
  };
};
