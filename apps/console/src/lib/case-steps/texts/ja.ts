import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";
const ja: TextsLike<typeof en> = {
  ok: "完了",
  failed: "失敗",
  skipped: "無効のため未実行",
  locator: "ロケーター",
  candidates: "画面上で最も近い要素",
  meant_now: "今はこの要素かもしれません",
  likeness: "類似度 {percent}",
  picture_near: "画像に最も似た場所",
  picture_at: "横 {x}、縦 {y}：類似度 {percent}",
  found: { ui: "要素で特定", image: "画像で特定", position: "位置で特定" },
  fallback: "代替 {number}",
  pictures: "{name} の画面",
  step: "ステップ {number}",
  before: "前",
  after: "後",
  unchanged: "前と後：変化なし",
  previous: "前のステップ",
  next: "次のステップ",
};
export default ja;
