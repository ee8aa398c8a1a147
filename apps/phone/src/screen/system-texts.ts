import type { Language, UiEnvironment } from "./app.ts";

const TEXTS = {
  en: {
    swipe: "Swipe up to unlock",
    recents: "Recent apps",
    none: "No recent apps",
    clear: "Clear all",
    media: "Media volume",
    wifi: "Wi-Fi",
    dark: "Dark theme",
    rotate: "Auto-rotate",
    airplane: "Airplane mode",
    quiet: "No notifications",
    brightness: "Brightness",
    stopped: (app: string) => `${app} has stopped`,
    locale: "en-GB",
  },
  zh: {
    swipe: "向上滑动解锁",
    recents: "最近使用的应用",
    none: "没有最近使用的应用",
    clear: "全部清除",
    media: "媒体音量",
    wifi: "WLAN",
    dark: "深色主题",
    rotate: "自动旋转",
    airplane: "飞行模式",
    quiet: "没有通知",
    brightness: "亮度",
    stopped: (app: string) => `${app}已停止运行`,
    locale: "zh-CN",
  },
  ja: {
    swipe: "上にスワイプしてロック解除",
    recents: "最近使ったアプリ",
    none: "最近使ったアプリはありません",
    clear: "すべてクリア",
    media: "メディアの音量",
    wifi: "Wi-Fi",
    dark: "ダークテーマ",
    rotate: "自動回転",
    airplane: "機内モード",
    quiet: "通知はありません",
    brightness: "明るさ",
    stopped: (app: string) => `${app}が停止しました`,
    locale: "ja-JP",
  },
} as const;

export const systemTexts = (language: Language): (typeof TEXTS)[Language] => TEXTS[language];

const formats = new Map<string, Intl.DateTimeFormat>();

const format = (language: Language, options: Intl.DateTimeFormatOptions, date: Date): string => {
  const key = language + JSON.stringify(options);
  let made = formats.get(key);
  if (made === undefined) formats.set(key, (made = new Intl.DateTimeFormat(TEXTS[language].locale, options)));
  return made.format(date);
};

/** Whose clock it is, and for whom it is written. */
type Place = Pick<UiEnvironment, "language" | "timeZone">;

export const clockText = ({ language, timeZone }: Place, use24Hours: boolean, date = new Date()): string =>
  format(
    language,
    { hour: use24Hours ? "2-digit" : "numeric", minute: "2-digit", hour12: !use24Hours, timeZone },
    date,
  );

export const dateText = ({ language, timeZone }: Place, date = new Date()): string =>
  format(language, { weekday: "long", month: "long", day: "numeric", timeZone }, date);
