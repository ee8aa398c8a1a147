import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "ハードウェア機種",
  search: "ブランド、機種、名称",
  error: "機種を読み込めませんでした",
  error_model: "この機種を読み込めませんでした",
  count_other: "{shown} 機種",
  devices_other: "{shown} 台のデバイス",
  changed: "{user} さんが {time} に変更",
  edited_by: "管理者が編集した値です（デバイスからの情報の代わりに使われます）",
  saved: "{name} を保存しました",
  none: {
    title: "機種はまだありません",
    text: "新しいハードウェア機種のデバイスから最初の報告が届くと、自動的に追加されます。",
  },
  no_match: { title: "該当する機種がありません", text: "そのような名前の機種はありません。", clear: "すべて表示" },
  column: {
    model: "機種",
    resolution: "解像度",
    cpu: "プロセッサー",
    memory: "メモリ",
    devices: "デバイス",
    known: "初回の報告",
  },
  names: {
    title: "表示名",
    text: "機種自身の名前の代わりに、読む人の言語で表示されます。空欄の言語では英語の名称、それも空欄なら機種自身の名前が表示されます。",
    zh: "中国語",
    en: "英語",
    ja: "日本語",
  },
  facts: {
    title: "仕様",
    text: "ここに入力した値は、この機種のすべてのデバイスに適用されます。空欄の場合はデバイスからの情報を使います。",
    width: "幅（ピクセル）",
    height: "高さ（ピクセル）",
    cpu_name: "プロセッサー",
    cpu_arch: "アーキテクチャ",
    cpu_cores: "コア数",
    gpu: "グラフィックス",
    memory_gb: "メモリ（GB）",
  },
  fact: {
    told: "デバイスからの情報",
    unknown: "デバイスからの情報はありません",
    edited: "編集済み。デバイスからの情報：{told}",
    edited_unknown: "編集済み。デバイスからの情報はありません",
  },
  fault: {
    pixels: "整数で、幅と高さの両方を入力してください",
    cores: "1 ～ 1,024 の整数を入力してください",
    memory: "小数点以下 2 桁までの数値を入力してください",
  },
  theirs: {
    text: "編集中に {user} さんがこの機種を保存しました。異なる点：",
    nothing: "空欄",
    take: "相手の変更を採用",
    keep: "自分の変更を保存",
  },
  picture: {
    add: "画像を追加",
    change: "画像を変更",
    remove: "削除",
    hint: "PNG、JPEG、WebP。{limit} まで。",
    wrong_type: "画像は PNG、JPEG、WebP のいずれかにしてください。",
    too_large: "画像は {limit} までです。",
  },
};
export default ja;
