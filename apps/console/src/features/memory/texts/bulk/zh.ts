/** What is said where several traces are ticked. */
export const bulk = {
  one: "选择 {name}",
  all: "选择所有可删除的内存跟踪",
  bar: "已选的内存跟踪",
  chosen_other: "已选 {total} 个",
  clear: "清除",
  delete: "删除",
  title_other: "删除 {total} 个内存跟踪？",
  deleted_other: "已删除 {total} 个",
  left_other: "未删除 {total} 个",
  hint: "含有基线、已设为保留或正在录制的内存跟踪不会删除，并会逐一说明。",
};

/** And of a moment whose files are on the server in part. */
export const unfinished = {
  title: "有一个样本未上传完",
  title_of: "样本“{scene}”未上传完",
  files: "其文件：{names}。服务器已有的部分不会重新发送。",
  again: "请重新选择以下文件以继续：{names}。服务器已有的部分不会重新发送。",
  go_on: "继续",
  give_up: "放弃",
};
