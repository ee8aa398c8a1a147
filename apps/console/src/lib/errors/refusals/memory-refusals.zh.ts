import type { MEMORY_REFUSALS } from "./memory-refusals.en.ts";

/** 内存跟踪的拒绝原因。 */
export const MEMORY_REFUSALS_ZH: Readonly<Record<keyof typeof MEMORY_REFUSALS, string>> = {
  memory_trace_not_found: "没有此内存跟踪，可能已被删除。",
  memory_sample_not_found: "没有此内存样本，可能已被删除。",
  memory_sample_unread: "内存样本 {number} 尚未读取。",
  memory_sample_not_failed: "内存样本 {number} 目前没有可重新读取的内存图。",
  memory_file_not_found: "该样本没有此文件。",
  memory_trace_limit: "项目最多有 {max} 个内存跟踪，已达上限，且没有可让位的。请删除一些。",
  memory_sample_limit: "一个内存跟踪最多有 {max} 个样本，已达上限。",
  memory_no_room: "内存跟踪已满：一个项目最多 {limit_bytes} 字节。",
  memory_not_own: "内存跟踪“{name}”属于他人：只有创建者或项目管理员可以删除。",
  memory_incomparable: "无法比较这两个样本：{reason}",
  memory_tree_unread: "无法读取该样本的调用树：{reason}",
  memory_partitions_newer: "{user_name} 已在此期间保存了规则的版本 {version}。您的更改未保存，也未丢失。",
  memory_partitions_not_found: "没有分区规则的版本 {version}，可能因过旧而未保留。",
  memory_unpartitioned: "无法对此样本分区：{reason}",
  memory_baseline_not_found: "此基线已不存在，可能已被他人移除。",
  memory_baseline_no_app: "内存跟踪“{name}”未填写应用，其样本不能作为应用的基线。",
  memory_baseline_limit: "一个项目最多 {max} 个基线。请移除不再需要的基线。",
  memory_is_baseline: "样本 {number} 是 {app_name} 分支 {branch} 的基线。请先移除该基线。",
  memory_recording_on: "正在录制此设备的内存。请先停止该录制。",
  memory_recording_over: "未在录制此设备的内存：录制已结束。",
  memory_run_goes_on: "录制内存跟踪“{name}”的执行尚未结束，其结论可能以此为依据。请在执行结束后删除。",
  memory_sampling_busy: "正在采集一个样本，另一个在等待。请稍后再试。",
  memory_version_not_found: "{app_name} {app_version} 没有包含已读取样本的内存跟踪。",
};
