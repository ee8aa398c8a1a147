import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  of: {
    storage: "空き容量",
    lock_screen: "ロック画面",
    network: "ネットワーク",
    latency: "応答時間",
    language: "言語",
    install_check: "アプリのインストール",
    capture_check: "画面の画像",
    recording_check: "画面の動画",
  },
  level: { off: "オフ", warning: "警告", blocking: "ブロック" },
  limit: {
    storage: "{free} GB 以上",
    latency: "{ms} ミリ秒以内",
    address: "エージェントで指定したアドレスまたはゲートウェイ",
  },
  language: { zh: "中国語", en: "英語", ja: "日本語" },
  line: "{of}：{told}",
  every_other: "{shown} 時間ごと",
  by_hand: "手動",
};
export default ja;
