import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "フレームグラフ",
  to_report: "レポート",
  error: "呼び出しツリーを読み取れませんでした",
  sample: "サンプル",
  before: "比較対象",
  before_none: "なし",
  keyword: "関数、イメージ、または /正規表現/",
  tree: {
    label: "ツリー",
    malloc: "malloc",
    vm: "VM リージョン",
    java: "Java ヒープ",
  },
  view: {
    label: "表示",
    calls: "呼び出し",
    callers: "呼び出し元",
    sandwich: "サンドイッチ",
  },
  grows: {
    label: "向き",
    down: "つらら",
    up: "炎",
  },
  order: {
    label: "並び順",
    heavy: "大きい順",
    name: "名前順",
  },
  color: {
    label: "色",
    image: "イメージ別",
    module: "モジュール別",
    none: "未分類",
  },
  fold: "再帰をまとめる",
  app_only: "システムのフレームを隠す",
  graph: {
    calls: "呼び出しのフレームグラフ",
    callers: "呼び出し元のフレームグラフ",
    sandwich: "この関数が呼び出す先のフレームグラフ",
    sandwich_callers: "この関数を呼び出す元のフレームグラフ",
  },
  all: {
    calls: "すべて",
    callers: "すべて（割り当て元から）",
    sandwich: "この関数が呼び出す先",
    sandwich_callers: "この関数を呼び出す元",
  },
  keys: "矢印キーで呼び出しを移動し、Enter で拡大、Esc で全体を表示、+ と − でズームします。クリックで拡大、ドラッグで移動、Ctrl とホイールでズームします。",
  facts: {
    label: "呼び出し",
    own: "自身 {size}",
    share: "全体の {share}",
    level_other: "深さ {number}",
    change: "{before} → {now}",
  },
  sandwich: "呼び出し元と呼び出し先を見る",
  found_other: "{number} 件の呼び出しが見つかりました：{size}（{share}）",
  fault: {
    bad_regex: "正規表現が正しくありません：{term}",
    unsupported_regex: "ここでは使えません：{term}（先読み・後読み、後方参照、1,000 回を超える繰り返しは使えません）",
    no_regex: "正規表現の機能を読み込めなかったため、検索していません：{term}",
  },
  legend: "赤は増加、青は減少です。幅は両者の大きい方です。",
  left_out_other: "小さい方から {number} 件の呼び出しを省略しました。そのバイト数は呼び出し元自身に含まれます。",
  callers_lead: "0.01% 未満の呼び出し元は、呼び出した関数に含めて表示します。",
  none: {
    title: "スタックがありません",
    text: "このサンプルには、割り当て元を示すファイルがありません。malloc_history、LoliProfiler、pprof、hprof、折りたたみスタックのファイルが必要です。",
  },
  choose: {
    title: "関数を選択",
    text: "自身の割り当てが最も多い関数です。",
    name: "関数",
    image: "イメージ",
    own: "自身",
    nothing: "その名前の関数はありません。",
  },
};
export default ja;
