import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const of = {
  storage: "空き容量",
  lock_screen: "ロック画面",
  network: "ネットワーク",
  latency: "応答時間",
  language: "言語",
  cleanup: "アプリとファイルの削除",
  install_check: "アプリのインストール",
  capture_check: "画面の画像",
  recording_check: "画面の動画",
  preinstall: "不足アプリのインストール",
};

const ja: TextsLike<typeof en> = {
  of,
  step: { ...of, ready: "準備", profile: "デバイス設定", restart: "再起動" },
  level: { off: "オフ", warning: "警告", blocking: "ブロック" },
  with_network: "ネットワークを確認するときだけです。",
  limit: {
    storage: "{free} GB 以上",
    latency: "{ms} ミリ秒以内",
    address: "エージェントで指定したアドレスまたはゲートウェイ",
  },
  before: {
    label: "利用前のチェック",
    hint: "デバイスを渡す前に、ブロックに設定した項目を確認します。合格しないデバイスは渡されません。タスクは別のデバイスを使い、デバッグは見つかった問題を表示して終了します。",
    off: "確認しない",
    debug: "デバッグの前",
    run: "タスク実行の前",
    both: "デバッグとタスク実行の前",
  },
  after: {
    label: "ブロックの項目が失敗したとき",
    hint: "故障チケットがあるデバイスは、点検でその項目が合格するまでタスクに使われません。デバッグはできます。",
    first_failure: "すぐに故障チケットを作成",
    second_failure: "2 回続けて失敗したら故障チケットを作成",
  },
  on: {
    label: "次のときにも点検",
    first_seen: "初めて現れたとき",
    first_seen_hint: "初めて現れたデバイスを、準備ができ次第 1 回点検します。すでにあるデバイスは点検しません。",
    cleaned: "利用のたび",
    cleaned_hint:
      "デバッグやタスクの実行が終わり、クリーンアップが済んだデバイスをすぐに点検します。途中でデバイスが必要になった人が待つのは、長くても進行中の項目までです。点検のあとに点検は続きません。",
  },
  window: {
    label: "1 日のうち特定の時間帯のみ",
    hint: "定期点検はこの時間帯に始まります。使用中のデバイスは、時間帯のうちに空けばそのとき、空かなければ翌日の時間帯に点検します。",
    from: "開始",
    to: "終了",
    time_zone: "タイムゾーン",
  },
  within: "{every}、{from}～{to}（{time_zone}）",
  language: { zh: "中国語", en: "英語", ja: "日本語" },
  line: "{of}：{told}",
  every_other: "{shown} 時間ごと",
  by_hand: "手動",
};
export default ja;
