import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const ja: TextsLike<typeof en> = {
  title: "リモート ADB",
  lead: "このセッションの間、自分のパソコンの adb や Android Studio からこのデバイスに接続できます。",
  failed: "リモート ADB の状態を読み込めませんでした",
  turn_on: "オンにする",
  turn_off: "オフにする",
  state: { off: "オフ", waiting: "接続待ち", asking: "確認待ち", connected: "接続中" },
  local_only:
    "このアドレスはサーバー自身のパソコンでのみ使えます。ほかのパソコンからも使えるようにするには、管理者が UDT_ADB_HOST を設定します。",
  waiting_text: "自分のパソコンでこのコマンドを実行してください。初めての鍵は、ここで確認します。",
  asks: "パソコンが接続の許可を求めています",
  asks_text: "自分のパソコンの場合のみ許可してください。以後、この鍵は確認なしであなたのセッションに接続できます。",
  asks_not_you: "リモート ADB をオンにした人だけが回答できます。",
  key: "鍵",
  from: "接続元",
  fingerprint: "フィンガープリント",
  allow: "許可する",
  deny: "許可しない",
  connected_since: "{time} から接続中",
  traffic: "受信 {received}、送信 {sent}",
  keys: "自分の adb 鍵：{count}",
  key_used: "最終使用：{time}",
  key_unused: "未使用",
  remove: "削除",
  remove_label: "鍵 {name} を削除",
};
export default ja;
