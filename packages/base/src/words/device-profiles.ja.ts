import type { PROFILE_WORDS } from "./device-profiles.en.ts";

/** デバイスの設定を戻した結果。 */
export const PROFILE_WORDS_JA: Readonly<Record<keyof typeof PROFILE_WORDS, string>> = {
  check_no_profile: "戻すべきデバイス設定を指定しているタグがありません",
  check_profile_done: "デバイス設定はセッションの開始時に戻し済みです",
  check_profile: "{count} 件の設定はすべてタグの指定どおりです",
  check_profile_refused: "{total} 件の設定のうち {count} 件を反映できませんでした",
  profile_cannot: "この種類のデバイスではその設定ができません",
  profile_not_kept: "エラーなく受け付けられましたが、設定は元のままです",
  profile_after_restart: "デバイスに保存されましたが、反映は再起動後です",
};
