/** デバイスで記録したテスト対象アプリのメモリ。 */
export const memory = {
  title: "アプリのメモリ",
  open: "メモリトレースを開く",
  samples_other: "サンプル {number} 件",
  reading_other: "{number} 件を読み取り中",
  refused_other: "{number} 件は取得または読み取りができませんでした",
};
