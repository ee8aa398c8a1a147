/** What is refused at script repositories: part of the texts of refusals. */
import type { SCRIPT_REFUSALS } from "./script-refusals.en.ts";

export const SCRIPT_REFUSALS_ZH: Record<keyof typeof SCRIPT_REFUSALS, string> = {
  script_repository_not_found: "该脚本仓库不存在。",
  script_name_exists: "项目中已有名为“{name}”的脚本仓库。",
  script_repository_used: "“{name}”是以下用例库的来源：{library_names}。请先删除这些用例库，或为它们更换仓库地址。",
  script_repository_limit: "每个项目最多 {max} 个脚本仓库。",
  script_push_open: "有人正在向“{name}”推送，请稍后再试。",
  script_branch_not_found: "该仓库中没有分支 {branch}。",
  script_commit_not_found: "该仓库中没有提交 {commit_id}。",
  script_file_not_found: "该分支中没有文件 {path}。",
  script_file_changed: "{author_name} 在此期间修改了 {path}，本次未保存任何内容。",
  script_path_taken: "无法建立文件 {path}：该处或其上级路径已被占用。",
  script_save_refused: "Git 不接受此更改：{why}",
  script_no_room: "脚本仓库已满：最多 {limit_bytes} 字节。",
  script_branch_exists: "已有分支 {branch}。分支名之间也不能互为上下级。",
  script_branch_main: "主分支 {branch} 不能删除。",
  script_branch_moved: "有人在此期间向 {branch} 推送了内容，因此未删除该分支。请先查看新的提交。",
  script_restore_conflict: "{author_name} 之后修改了 {path} 的相同行。请单独恢复该文件，或在编辑器中修改。",
  script_restore_limit: "一次最多恢复 {max} 个文件。",
  script_undo_limit: "一次最多撤销 {max} 个此后又被修改的文件。请逐个撤销。",
  script_restore_name: "其中有文件的名称不是 UTF-8，只能用 Git 恢复。",
  script_search_pattern: "Git 无法查找此内容：{why}",
  script_search_busy: "当前查找的人过多，请稍后再试。",
  script_git_failed: "服务器上的 Git 没有响应。管理员可在服务器日志中查看原因。",
};
