import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  play: "再生",
  pause: "一時停止",
  position: "位置",
  video_error: "このブラウザーでは動画を再生できません。",
  no_log: "ログは記録されていません。",
  log: "ログ",
  log_error: "ログを読み込めませんでした。",
  log_none: "この時間帯のログはありません。",
  speed: "速度",
  download: "動画をダウンロード",
  video: "動画",
  unreadable: "このファイルを読み込めませんでした。{reason}",
  not_shown: "このファイルを表示できませんでした。",
  recordings: "画面の録画",
  no_moment: "{time} を含む画面録画はありません。",
  origin: { recorded: "録画", recent: "あとから保存した直近の画面" },
  growing: { recorded: "録画中", recent: "保存中" },
  broken: "途中で切れています：エージェントとの接続が失われました。そこまでは再生できます。",
  truncated: "不完全：一部を保存できませんでした。",
  play_label: "{time} の録画を再生",
  save: { video: "MP4", input: "タッチ", log: "ログ" },
  save_label: {
    video: "{time} の MP4 動画をダウンロード",
    input: "{time} のタッチ操作をダウンロード",
    log: "{time} のログをダウンロード",
  },
  given: {
    tap: "タップ",
    long_press: "長押し",
    swipe: "スワイプ",
    scroll: "スクロール",
    key: "キー",
    hidden: "1 文字（内容は記録されません）",
    text: "テキスト",
    characters_other: "{count} 文字（内容は記録されません）",
    rotate: "回転",
    wake: "画面オン",
  },
};
export default ja;
