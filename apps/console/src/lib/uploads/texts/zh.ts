import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  instant: "项目中已有相同文件，无需上传。",
  done: "已上传。",
  icon_failed: "图标获取失败。",
  cancelled: "上传已取消。",
  failed: "上传失败：{reason}",
  retrying: "网络已断开，恢复后会自动继续…",
  retry: "继续上传",
  cancel: "取消",
  dismiss: "从列表中移除",
  step_of: "{number}/{count} {step}",
  step: {
    md5: "计算 MD5",
    upload_id: "获取上传编号",
    chunks: "分片上传",
    synthesis: "合成并读取安装包",
    icon: "获取图标",
  },
  refused: {
    not_an_app: "文件类型错误，仅支持 {types}。",
    other_platform: "文件类型错误：{type} 包无法安装到这台设备，请使用 {types}。",
    empty: "文件为空。",
    too_large: "文件超过 1 GB。",
    spaces: "文件名不能包含空格，请重命名后再试。",
  },
};
export default zh;
