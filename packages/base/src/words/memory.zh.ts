import type { MEMORY_WORDS } from "./memory.en.ts";

/** 内存文件有何问题，以及比较的结论。 */
export const MEMORY_WORDS_ZH: Readonly<Record<keyof typeof MEMORY_WORDS, string>> = {
  memory_no_file: "无法读取 {file}",
  memory_empty: "{file} 是空文件",
  memory_no_files: "{folder} 中没有文件",
  memory_many_files: "{folder} 中的文件超过 {most} 个",
  memory_unknown: "{file} 第 {line} 行：不属于任何可读取的格式（{formats}）",
  memory_unexpected: "{file} 第 {line} 行：此处应为 {expected}",
  memory_cut: "{file} 不完整：到第 {line} 行为止缺少 {expected}",
  memory_not_text: "{file} 第 {line} 行：不是 UTF-8 文本",
  memory_line_long: "{file} 第 {line} 行：该行超过 {most}",
  memory_number: "{file} 第 {line} 行：数值过大，无法作为字节数",
  memory_deep: "{file} 第 {line} 行：调用嵌套超过 {most} 层",
  memory_many: "{file} 第 {line} 行：条目超过 {most} 个",
  memory_twice: "{file} 与 {other} 都是 {format}：一个样本中每种格式只能有一个文件",
  memory_processes: "{file} 属于进程 {pid}，{other} 属于进程 {other_pid}：一个样本只能属于一个进程",
  memory_read_long: "读取超过 {minutes} 分钟",
  memory_read_large: "内容过多，无法一次读取",
  memory_lost: "{file} 未完整上传：请重新上传",
  // 两个样本比较的结论。
  memory_nothing_common: "两个样本没有可比较的共同内容",
  memory_no_footprint: "两个样本没有共同的内存占用度量",
  memory_same: "没有差异",
  memory_steady: "{delta}，在 {noise} 的噪声范围内",
  memory_moved: "{delta}，在 {noise} 的噪声范围内；但有 {count} 个组成部分的变化超出该范围",
  memory_grew: "{delta}，没有任何单个组成部分的增长超出噪声范围",
  memory_grew_in: "{delta}，其中 {part} 在 {name}",
  memory_grew_most: "{delta}，其中 {name} 增长最多：{part}",
  memory_shrank: "{delta}，没有任何单个组成部分的减少超出噪声范围",
  memory_shrank_in: "{delta}，其中 {name} 减少了 {part}",
  memory_shrank_most: "{delta}，其中 {name} 减少最多：{part}",
};
