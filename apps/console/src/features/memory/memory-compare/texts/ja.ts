import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
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
    composition: "使用量のうち、確保した箇所がスタックで分かるものと、ヒープの内訳。",
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
    malloc: "malloc で確保（スタックあり）",
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
};
export default ja;
