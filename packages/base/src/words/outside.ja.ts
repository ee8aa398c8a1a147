import type { OUTSIDE_WORDS } from "./outside.en.ts";

/** 外部リポジトリについて。 */
export const OUTSIDE_WORDS_JA: Readonly<Record<keyof typeof OUTSIDE_WORDS, string>> = {
  repository_moved: "リポジトリは移動しました",
  repository_moved_to: "リポジトリは {url} に移動しました",
  outside_declined: "リポジトリがこのプッシュを拒否しました",
  outside_moved: "他の人が {branch} に繰り返しプッシュしています",
  outside_no_push: "このアクセス方法ではプッシュできません",
  outside_push_failed: "git でプッシュできませんでした",
  outside_git_old: "サーバーの git が {version} より古く、確認済みのアドレスに接続先を限定できません",
  outside_fetch_long: "取得に {minutes} 分以上かかりました",
  outside_fetch_failed: "git でリポジトリを取得できませんでした",
};
