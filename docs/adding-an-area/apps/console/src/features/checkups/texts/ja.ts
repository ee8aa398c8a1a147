import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "デバイス点検",
  lead: "空いているデバイスが自分の状態を報告した結果です。",
  column: { device: "デバイス", battery: "バッテリー", load: "接続先コンピューターの負荷", time: "確認日時" },
  percent: "{value}%",
  error: "デバイス点検を読み込めませんでした",
  none: { title: "点検はまだありません", text: "点検したデバイスがここに表示されます。" },
  first_page: "最初のページへ",
};
export default ja;
