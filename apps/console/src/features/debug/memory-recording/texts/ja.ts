import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  failed: "記録を読み取れません",
  recorded: "記録されたメモリ",
  ended: "記録は終了しました：",
  none: "このセッションで記録されたメモリはありません",
  none_text:
    "動いているアプリと、サンプルを採る間隔を選びます。サンプルはメモリトレースとして残り、セッションが終わっても消えません。",
  none_watching: "デバイスを操作している人がここでアプリのメモリを記録できます。",
  report: "レポートを開く",
  process: "アプリまたはプロセス",
  process_reading: "デバイスに問い合わせています…",
  process_none: "動いているアプリはありません",
  in_front: "画面に表示中",
  every: "サンプルの採取",
  by_button: "ボタンだけ",
  every_minutes_one: "1 分ごと",
  every_minutes_other: "{minutes} 分ごと",
  every_seconds_one: "1 秒ごと",
  every_seconds_other: "{seconds} 秒ごと",
  name: "トレースの名前",
  with_heap: "Java ヒープ",
  with_heap_hint: "書き出す間アプリは数秒止まります。デバッグできるアプリだけです。",
  start: "記録を開始",
  recording: "メモリの記録",
  phase: {
    idle: "記録中",
    sampling: "サンプルを採取しています…",
    waiting: "アプリが動くのを待っています",
  },
  scene: "シーン（レベルや画面など）",
  take: "サンプルを採る",
  stop: "停止",
  samples_one: "サンプル {total} 件",
  samples_other: "サンプル {total} 件",
  no_samples: "最初のサンプルが採れるとここに表示されます。",
  footprint: "使用量",
  sample: "サンプル {number}",
  state: {
    reading: "読み取り中…",
    read: "使用量なし",
    refused: "採取できず",
    waiting: "Mac のエージェント待ち",
    failed: "失敗",
  },
};
export default ja;
