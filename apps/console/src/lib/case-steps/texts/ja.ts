import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";
const ja: TextsLike<typeof en> = {
  ok: "完了",
  failed: "失敗",
  locator: "ロケーター",
  candidates: "画面上で最も近い要素",
  meant_now: "今はこの要素かもしれません",
  likeness: "類似度 {percent}",
};
export default ja;
