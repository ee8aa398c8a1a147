import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  setting: {
    locale: "言語と地域",
    time_zone: "タイムゾーン",
    font_scale: "フォントの倍率",
    dark_mode: "ダークモード",
    density: "表示密度（dpi）",
    rotation: "画面の向き",
    animations: "アニメーション",
    permissions: "アプリの権限",
    location: "テスト用の位置",
    proxy: "HTTP プロキシ",
  },
  on: "オン",
  off: "オフ",
  rotation: {
    auto: "自動回転",
    "0": "標準の向き（0°）",
    "90": "左に回転（90°）",
    "180": "上下逆（180°）",
    "270": "右に回転（270°）",
  },
  proxy_none: "プロキシなし",
  location: "{latitude}, {longitude}",
  permission: "{package_name}：{permission}",
  line: "{setting}：{value}",
  state: { kept: "元から指定どおり", set: "設定済み", refused: "反映できず" },
};
export default ja;
