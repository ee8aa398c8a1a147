import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  by: { label: "比較の対象", samples: "サンプル", traces: "トレース", versions: "バージョン" },
  scenes: {
    title: "シーンごとの比較",
    scene: "シーン",
    last: "最後のサンプル",
    compare: "比較",
    compare_of: "{scene} を比較",
    none_title: "2 つのトレースを選択してください",
    none_text: "サンプルをシーンごとに、また最後のサンプル同士を比較します。",
    no_versions_title: "アプリと 2 つのバージョンを選択してください",
    no_versions_text: "各バージョンで最後に変更されたメモリトレースをシーンごとに比較します。",
    error: "シーンを比較できませんでした",
    no_scenes: "共通のシーンも、比較できる最後のサンプルもありません。",
    only_before: "前だけにあるシーン：{scenes}。",
    only_after: "後だけにあるシーン：{scenes}。",
    app: "アプリ",
    choose_app: "アプリを選択",
    version: "バージョンを選択",
    version_of: "{side}：バージョン",
  },
  modes: "比較の方法",
  mode: {
    footprint: "使用量",
    composition: "構成",
    vmmap: "VM マップ",
    partitions: "パーティション",
    call_tree: "コールツリー",
    vm_regions: "VM リージョン",
  },
  lead: {
    footprint: "プロセス全体について測られた値。",
    composition: "使用量のうち、割り当て元がスタックで分かるものと、ヒープの内訳。",
    vmmap: "マップされたすべてのメモリの種類別と、malloc のヒープ。",
    partitions:
      "各モジュールのメモリ。malloc のブロックはスタックで、Java オブジェクトはクラスで、ほかのリージョンは種類で分けます。",
    call_tree: "malloc を呼び出した箇所と、Java オブジェクトの保持元。VM リージョンとは足し合わせません。",
    vm_regions: "メモリをマップした箇所。コールツリーとは足し合わせません。",
  },
  figure: {
    footprint: "使用量",
    peak: "使用量の最大値",
    resident: "常駐",
    dirty: "ダーティ",
    swapped: "スワップ済み",
    malloc: "malloc の割り当て（スタックあり）",
    vm: "VM リージョン（スタックあり）",
    java: "Java ヒープ（保持元あり）",
  },
  stack: {
    with_stack: "スタックあり（{tree}）",
    without_stack: "スタックなし",
  },
  tree: { malloc: "malloc", vm: "VM リージョン", java: "Java ヒープ" },
  held: "モジュール",
  untold: {
    title: "両方のサンプルにはない情報です",
    footprint: "少なくとも一方に、もう一方と同じ方法で使用量を示すファイルがありません。",
    composition: "少なくとも一方に、スタック、クラス、リークを示すファイル（malloc_history など）がありません。",
    vmmap: "少なくとも一方に、vmmap、footprint、smaps、meminfo のファイルがありません。",
    partitions: "ルールの対象となるスタックやリージョンが共通にありません。",
    call_tree: "少なくとも一方に、malloc のスタックや Java ヒープを示すファイルがありません。",
    vm_regions: "少なくとも一方に、VM リージョンのスタックを示すファイルがありません。",
  },
  export: {
    csv: "すべての部分のすべての行（バイト単位）",
    json: "比較結果の全体（プログラム向け）",
    markdown: "マージリクエスト向けの表",
  },
  export_as: {
    csv: "CSV",
    json: "JSON",
    markdown: "Markdown",
  },
};
export default ja;
