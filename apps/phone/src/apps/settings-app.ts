import type { AppContext, AppDefinition, Language } from "../screen/app.ts";
import { icon } from "../screen/icons.ts";
import { ScreenSettings } from "../screen/phone-settings.ts";
import type { ViewSpec } from "../screen/scene/node.ts";
import { themeOf } from "../screen/theme.ts";
import { tileIcon } from "./app-icon.ts";
import { faultsPage } from "./settings-faults.ts";
import { appBar, card, listRow, page, screen } from "./widgets.ts";

const PACKAGE = "dev.udt.settings";
const MAIN = `${PACKAGE}.SettingsActivity`;

const TEXTS = {
  en: {
    title: "Settings",
    back: "Navigate up",
    network: "Network",
    wifi: "Wi-Fi",
    connected: "UDT-Lab, connected",
    off: "Off",
    display: "Display",
    brightness: "Brightness",
    dark: "Dark theme",
    rotate: "Auto-rotate screen",
    touches: "Show taps",
    system: "System",
    language: "Language",
    about: "About phone",
    model: "Model",
    android: "Android version",
    serial: "Serial number",
    screen: "Screen",
    memory: "Memory",
    cpu: "Processor",
    gpu: "Graphics",
    font: "Font size",
    faults: "Faults",
  },
  zh: {
    title: "设置",
    back: "向上导航",
    network: "网络",
    wifi: "WLAN",
    connected: "UDT-Lab，已连接",
    off: "已关闭",
    display: "显示",
    brightness: "亮度",
    dark: "深色主题",
    rotate: "自动旋转屏幕",
    touches: "显示点按操作反馈",
    system: "系统",
    language: "语言",
    about: "关于手机",
    model: "型号",
    android: "Android 版本",
    serial: "序列号",
    screen: "屏幕",
    memory: "内存",
    cpu: "处理器",
    gpu: "图形",
    font: "字体大小",
    faults: "故障",
  },
  ja: {
    title: "設定",
    back: "上へ移動",
    network: "ネットワーク",
    wifi: "Wi-Fi",
    connected: "UDT-Lab、接続済み",
    off: "OFF",
    display: "ディスプレイ",
    brightness: "明るさ",
    dark: "ダークモード",
    rotate: "画面の自動回転",
    touches: "タップを表示",
    system: "システム",
    language: "言語",
    about: "デバイス情報",
    model: "モデル",
    android: "Android バージョン",
    serial: "シリアル番号",
    screen: "画面",
    memory: "メモリ",
    cpu: "プロセッサ",
    gpu: "グラフィック",
    font: "フォントサイズ",
    faults: "故障",
  },
};

const LANGUAGES: readonly { locale: string; language: Language; name: string }[] = [
  { locale: "en-US", language: "en", name: "English" },
  { locale: "zh-Hans-CN", language: "zh", name: "简体中文" },
  { locale: "ja-JP", language: "ja", name: "日本語" },
];

type Screen = "main" | "language" | "about" | "faults";
/** So many taps on the serial number open the page of faults, as Android opens what is for developers. */
const HIDDEN_TAPS = 7;

const heading = (text: string, color: string): ViewSpec => ({
  text,
  size: 13.5,
  weight: 700,
  color,
  pad: [8, 6, 0, 6],
});

class SettingsApp {
  screen: Screen = "main";
  #taps = 0;
  readonly #context: AppContext;
  readonly #settings: ScreenSettings;

  constructor(context: AppContext) {
    this.#context = context;
    this.#settings = new ScreenSettings(context.system.settings);
  }

  open(screen: Screen): void {
    this.screen = screen;
    this.#context.invalidate();
  }

  view(): ViewSpec {
    const { environment } = this.#context;
    const theme = themeOf(environment.dark);
    const texts = TEXTS[environment.language];
    const titles = { main: texts.title, language: texts.language, about: texts.about, faults: texts.faults };
    const back = { desc: texts.back, onTap: () => this.open("main") };
    return screen(theme, [
      appBar(theme, environment, titles[this.screen], this.screen === "main" ? {} : { back }),
      this.#page(),
    ]);
  }

  #page(): ViewSpec {
    switch (this.screen) {
      case "language":
        return this.#languages();
      case "about":
        return this.#about();
      case "faults":
        return faultsPage(this.#context);
      default:
        return this.#main();
    }
  }

  #tapped(): void {
    if (++this.#taps < HIDDEN_TAPS) return;
    this.#taps = 0;
    this.open("faults");
  }

  #main(): ViewSpec {
    const { environment } = this.#context;
    const theme = themeOf(environment.dark);
    const texts = TEXTS[environment.language];
    const settings = this.#settings;
    const chevron = icon("chevron", theme.dim, 20);
    const language = LANGUAGES.find((entry) => entry.language === environment.language);
    return page(environment, "settings_list", [
      heading(texts.network, theme.primary),
      card(theme, [
        listRow(theme, {
          id: "wifi",
          icon: "wifi",
          title: texts.wifi,
          subtitle: settings.wifi ? texts.connected : texts.off,
          checked: settings.wifi,
          onTap: () => settings.setWifi(!settings.wifi),
        }),
      ]),
      heading(texts.display, theme.primary),
      card(theme, [
        this.#brightness(),
        listRow(theme, {
          id: "dark_theme",
          icon: "moon",
          title: texts.dark,
          checked: settings.dark,
          onTap: () => settings.setDark(!settings.dark),
        }),
        listRow(theme, {
          id: "auto_rotate",
          icon: "rotate",
          title: texts.rotate,
          checked: settings.autoRotate,
          onTap: () => settings.setAutoRotate(!settings.autoRotate),
        }),
        listRow(theme, {
          id: "show_taps",
          icon: "plus",
          title: texts.touches,
          checked: settings.showTouches,
          onTap: () => settings.setShowTouches(!settings.showTouches),
        }),
      ]),
      heading(texts.system, theme.primary),
      card(theme, [
        listRow(theme, {
          id: "language",
          icon: "globe",
          title: texts.language,
          subtitle: language?.name ?? "English",
          trailing: chevron,
          onTap: () => this.open("language"),
        }),
        listRow(theme, {
          id: "about_phone",
          icon: "phone",
          title: texts.about,
          subtitle: this.#context.system.profile.model,
          trailing: chevron,
          onTap: () => this.open("about"),
        }),
      ]),
    ]);
  }

  #brightness(): ViewSpec {
    const { environment } = this.#context;
    const theme = themeOf(environment.dark);
    const level = this.#settings.brightness / 255;
    return {
      pad: [14, 18, 10, 18],
      gap: 10,
      children: [
        {
          dir: "row",
          gap: 16,
          children: [
            icon("sun", theme.primary, 23),
            { text: TEXTS[environment.language].brightness, size: 16.5, color: theme.text, grow: 1 },
            { id: "brightness_value", text: `${Math.round(level * 100)}%`, size: 13.5, color: theme.dim },
          ],
        },
        {
          id: "brightness",
          cls: "android.widget.SeekBar",
          desc: TEXTS[environment.language].brightness,
          height: 34,
          width: "fill",
          onSlide: (fraction) => this.#settings.setBrightness(fraction * 255),
          paint: (g, rect, dp) => {
            const middle = rect.y + rect.height / 2;
            const at = rect.x + 13 * dp + (rect.width - 26 * dp) * level;
            g.lineCap = "round";
            g.lineWidth = 10 * dp;
            for (const [to, color] of [
              [rect.x + rect.width - 6 * dp, theme.surfaceAlt],
              [at, theme.primary],
            ] as const) {
              g.strokeStyle = color;
              g.beginPath();
              g.moveTo(rect.x + 6 * dp, middle);
              g.lineTo(to, middle);
              g.stroke();
            }
            g.fillStyle = theme.primary;
            g.beginPath();
            g.arc(at, middle, 13 * dp, 0, Math.PI * 2);
            g.fill();
            g.fillStyle = theme.surface;
            g.beginPath();
            g.arc(at, middle, 6 * dp, 0, Math.PI * 2);
            g.fill();
          },
        },
      ],
    };
  }

  #languages(): ViewSpec {
    const { environment } = this.#context;
    const theme = themeOf(environment.dark);
    return page(environment, "language_list", [
      card(
        theme,
        LANGUAGES.map(({ locale, language, name }) => ({
          ...listRow(theme, {
            id: `language_${language}`,
            title: name,
            trailing: language === environment.language ? icon("check", theme.primary, 22) : undefined,
            onTap: () => {
              this.#settings.setLocale(locale);
              this.#context.log("I", "LocaleSettings", `system locale set to ${locale}`);
            },
          }),
          selected: language === environment.language,
        })),
      ),
    ]);
  }

  #about(): ViewSpec {
    const { environment, system } = this.#context;
    const theme = themeOf(environment.dark);
    const texts = TEXTS[environment.language];
    const { profile } = system;
    const rows: [string, string, string][] = [
      ["about_model", texts.model, `${profile.brand} ${profile.model}`],
      ["about_android", texts.android, `${profile.os_version} (API ${profile.sdk})`],
      ["about_serial", texts.serial, profile.serial],
      ["about_screen", texts.screen, `${profile.width} × ${profile.height}, ${profile.density_dpi} dpi`],
      ["about_memory", texts.memory, `${(profile.memory_bytes / 1024 ** 3).toFixed(0)} GB`],
      ["about_cpu", texts.cpu, `${profile.cpu.name}, ${profile.cpu.cores} × ${profile.cpu.abi}`],
      ["about_gpu", texts.gpu, profile.gpu],
    ];
    return page(environment, "about_list", [
      card(
        theme,
        rows.map(([id, title, subtitle]) =>
          listRow(theme, { id, title, subtitle, ...(id === "about_serial" && { onTap: () => this.#tapped() }) }),
        ),
      ),
    ]);
  }
}

export const settingsApp: AppDefinition = {
  packageName: PACKAGE,
  versionName: "1.2",
  versionCode: 3,
  mainActivity: MAIN,
  activities: [MAIN, `${PACKAGE}.LanguageActivity`, `${PACKAGE}.AboutActivity`, `${PACKAGE}.FaultsActivity`],
  launchable: true,
  lightBars: false,
  label: (language) => TEXTS[language].title,
  icon: tileIcon("#8b95ab", "#56607a", (g) => {
    g.strokeStyle = "#ffffff";
    g.lineWidth = 1.7;
    g.beginPath();
    g.arc(12, 12, 2.4, 0, Math.PI * 2);
    g.stroke();
    g.beginPath();
    g.arc(12, 12, 5.6, 0, Math.PI * 2);
    g.stroke();
    g.lineWidth = 2.4;
    for (let tooth = 0; tooth < 8; tooth += 1) {
      const angle = (tooth * Math.PI) / 4;
      g.beginPath();
      g.moveTo(12 + 6 * Math.cos(angle), 12 + 6 * Math.sin(angle));
      g.lineTo(12 + 7.2 * Math.cos(angle), 12 + 7.2 * Math.sin(angle));
      g.stroke();
    }
  }),
  create: (context) => {
    const app = new SettingsApp(context);
    const activities = {
      main: MAIN,
      language: `${PACKAGE}.LanguageActivity`,
      about: `${PACKAGE}.AboutActivity`,
      faults: `${PACKAGE}.FaultsActivity`,
    };
    return {
      activity: () => activities[app.screen],
      view: () => app.view(),
      onStart: (activity) => {
        if (activity === activities.language) app.open("language");
        else if (activity === activities.about) app.open("about");
        else if (activity === activities.faults) app.open("faults");
      },
      onBack: () => {
        if (app.screen === "main") return false;
        app.open("main");
        return true;
      },
    };
  },
};
