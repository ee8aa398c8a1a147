/** What the audit log has of sessions: who was let drive, watch or reach them. */
export const auditedSessions = {
  control: {
    give: "デバイスの操作権を付与",
    take_back: "操作権の取り戻し",
    leave: "操作権の返却",
    ask: "操作権をリクエスト",
    decline: "操作権のリクエストを断った",
  },
  device: {
    take_out: "デバイスの使用停止",
    put_back: "デバイスの使用再開",
    place: "デバイスの設置場所・用途の変更",
    give: "デバイスの割り当てプロジェクトの変更",
    restart: "デバイスの再起動",
    clean: "デバイスのクリーンアップ",
  },
  model: { edit: "ハードウェア機種の変更", picture: "ハードウェア機種の画像の変更" },
  device_note: { create: "デバイスへのメモの追加", delete: "デバイスのメモの削除" },
  work_order: {
    create: "デバイスの故障の報告",
    move: "故障チケットの処理",
    assign: "故障チケットの担当者の決定",
    attach: "故障チケットへのファイル添付",
    detach: "故障チケットのファイル削除",
  },
  self_check: { start: "デバイスの点検", cancel: "点検の取り消し" },
  tag: { create: "デバイスタグの作成", edit: "デバイスタグの変更", delete: "デバイスタグの削除" },
  ios_certificate: { create: "iOS 証明書の追加", edit: "iOS 証明書の変更", delete: "iOS 証明書の削除" },
  watch_link: { create: "閲覧リンクの作成", revoke: "閲覧リンクの取り消し" },
  remote_adb: {
    open: "リモート ADB をオン",
    key_allow: "adb 鍵の許可",
    key_deny: "adb 鍵の拒否",
    key_remove: "adb 鍵の削除",
    close: "リモート ADB の終了",
  },
};
