import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "故障チケット",
  lead: "故障しているデバイスです。チケットが処理されるまでタスクには割り当てられませんが、デバッグはできます。",
  search: "機種、シリアル番号、内容",
  devices: "デバイス一覧",
  all: "すべてのデバイス",
  recent: "最近のテスト",
  count_other: "{shown} 件のチケット",
  filter: { state: "状態" },
  column: {
    number: "番号",
    fault: "故障",
    device: "デバイス",
    state: "状態",
    reporter: "報告者",
    reported: "報告日時",
    closed: "完了日時",
  },
  state: { unprocessed: "未処理", processing: "対応中", processed: "処理済み" },
  closed_by: { person: "手動で処理", self_check: "セルフチェックで処理" },
  found_in: { label: "見つかった場所", session: "そのセッション", report: "テストレポート" },
  self_check: "セルフチェック",
  failed_twice: "「{step}」が 2 回続けて失敗しました",
  error: "故障チケットを読み込めませんでした",
  gone: "このチケットを読み込めませんでした",
  none: {
    title: "故障はありません",
    text: "セルフチェックの項目が 2 回続けて失敗したとき、または誰かがデバイスの故障を報告したときにチケットが作られます。",
  },
  no_match: {
    title: "条件に合うチケットがありません",
    text: "この検索と絞り込みに合うチケットはありません。",
    clear: "絞り込みを解除",
  },
  report: {
    title: "{device} の故障を報告",
    already: "このデバイスの故障はすでに報告されています。ほかに気づいたことは、チケットに書き添えてください。",
    label: "どのような故障ですか？",
    hint: "この内容は、ほかのプロジェクトも含め、このデバイスを見られる全員に表示され、そのプロジェクトの通知チャンネルから送られることもあります。",
    send: "報告",
    done: "報告しました。処理されるまで、このデバイスはタスクに割り当てられません。",
  },
  drawer: {
    title: "チケット {number}",
    assignee: "担当者",
    history: "対応の記録",
    nothing: "まだ記録がありません。",
    comment_label: "コメントを書く",
    comment_send: "追加",
    moved: { unprocessed: "担当を外れました", processing: "担当になりました", processed: "完了にしました" },
    self_checked: "セルフチェックでこの項目が合格したため、完了しました",
    to: { processing: "担当する", unprocessed: "担当を外れる", processed: "完了にする" },
    all_here: "このデバイスのすべてのチケット",
  },
};
export default ja;
