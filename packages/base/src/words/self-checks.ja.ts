import { PROFILE_WORDS_JA } from "./device-profiles.ja.ts";
import type { CHECK_WORDS } from "./self-checks.en.ts";

/** What self-checks of devices find: part of the table of words. */
export const CHECK_WORDS_JA: Readonly<Record<keyof typeof CHECK_WORDS, string>> = {
  check_free: "空き容量 {free}（全体 {total}）",
  check_disk_low: "空き容量が {free} しかありません（全体 {total}、{least} 以上が必要）",
  check_lock_insecure: "画面がロックされています",
  check_lock_secure: "画面がパスコードでロックされており、解除できません",
  check_answered: "{address} は {ms} ミリ秒で応答しました",
  check_slow: "{address} の応答に {ms} ミリ秒かかりました（{most} ミリ秒を超えると低速です）",
  check_no_network: "デバイスがネットワークに接続されていません",
  check_no_answer: "{address} がデバイスに応答しません",
  check_language: "デバイスの言語は {language} です",
  check_language_foreign: "デバイスの言語は {language} です。中国語、英語、日本語のいずれでもありません",
  check_language_unwanted: "デバイスの言語は {language} で、{languages} に含まれません",
  check_app_missing: "アプリをインストールしましたが、デバイスのアプリ一覧にありません",
  check_app_refused: "デバイスにアプリをインストールできません",
  check_picture: "画面の画像は {width} × {height} です",
  check_picture_dark: "画面の画像の {percent}% が黒です",
  check_picture_size: "画面の画像は {width} × {height} ですが、画面は {screen_width} × {screen_height} です",
  check_frames: "画面の動画は {seconds} 秒間に {count} フレームでした",
  check_frames_few: "画面の動画は {seconds} 秒間に {count} フレームしかありません（{least} 以上が必要）",
  check_no_video: "画面は静止画でしか得られず、動画がありません",
  check_cannot: "この種類のデバイスではこの項目を確認できません",
  check_off: "タグの設定でオフ",
  check_off_in: "タグ「{tag}」の設定でオフ",
  check_time_over: "{seconds} 秒以内に終わりませんでした",
  check_never_free: "デバイスが時間内に空きませんでした",
  check_before_failed: "セルフチェックの項目が失敗しました",
  check_out_of_use: "始まる前に {user} さんがデバイスの使用を停止しました：{why}",
  check_ran_out: "時間内に終わりませんでした",
  ...PROFILE_WORDS_JA,
};
