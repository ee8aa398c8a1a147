import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "デバイス",
  close: "デバイスを閉じる（セッションは続きます）",
  page: "デバッグ画面を開く",
  other: "別のデバイスを選ぶ",
  own: "自分のセッション",
  free: "空いているデバイス",
  search: "モデル、ブランド、シリアル番号",
  devices_failed: "デバイスを読み込めませんでした",
  none: "空いているデバイスがありません",
  none_text: "空き次第、ここに表示されます。",
  none_found: "条件に合う空きデバイスはありません。",
  layer: "要素を選ぶ：押すとロケーターが挿入されます",
  point: "要素を指すと内容が表示され、押すと選ばれます。",
  no_elements: "このデバイスの要素は読み取れません",
  inserts: "押したときに挿入",
  wish: { tap: "タップ", check: "確認", locator: "ロケーター" },
  by: { resource_id: "ID", description: "説明", text: "テキスト", xpath: "パス" },
  namings: "要素を特定する方法（確実な順）",
  insert: "挿入",
  insert_by: "{by}で挿入",
  alone: "1 件のみ一致",
  matches: "{total} 件一致、{which} 番目",
  layout: "このレイアウトのみ",
  calls: "エクスポートした記録にある関数を呼び出します。",
  done: "{file} に挿入しました",
  no_file: "ファイルを開くと、ロケーターを挿入できます。",
  no_language: "ロケーターはローコード（YAML）、TypeScript、Python のファイルに挿入できます。",
  no_steps: "このファイルには挿入先のステップがありません。",
};
export default ja;
