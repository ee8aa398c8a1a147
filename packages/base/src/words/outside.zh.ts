import type { OUTSIDE_WORDS } from "./outside.en.ts";

/** 关于外部仓库。 */
export const OUTSIDE_WORDS_ZH: Readonly<Record<keyof typeof OUTSIDE_WORDS, string>> = {
  repository_moved: "仓库已迁移",
  repository_moved_to: "仓库已迁移到 {url}",
  outside_declined: "仓库拒绝此次推送",
  outside_moved: "其他人不断向 {branch} 推送",
  outside_no_push: "此访问方式无权推送",
  outside_push_failed: "git 推送失败",
  outside_git_old: "服务器上的 git 早于 {version}，无法限定只连接已检查的地址",
  outside_fetch_long: "拉取超过 {minutes} 分钟",
  outside_fetch_failed: "git 无法拉取此仓库",
};
