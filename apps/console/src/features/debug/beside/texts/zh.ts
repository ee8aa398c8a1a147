import type { TextsLike } from "../../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "手机",
  close: "关闭手机（会话继续保留）",
  page: "打开调试页",
  other: "选择其他手机",
  own: "你的会话",
  free: "空闲手机",
  search: "型号、品牌或序列号",
  devices_failed: "无法读取设备",
  none: "没有空闲手机",
  none_text: "手机空闲后会显示在这里。",
  none_found: "没有符合的空闲手机。",
  layer: "拾取元素：点按即插入其定位",
  point: "指向元素可查看其信息，点按即选中。",
  no_elements: "无法读取该设备的界面元素",
  inserts: "点按时插入",
  wish: { tap: "点击", check: "检查", locator: "定位" },
  by: { resource_id: "ID", description: "描述", text: "文本", xpath: "路径" },
  namings: "元素的定位方式，最可靠的在前",
  insert: "插入",
  insert_by: "按{by}插入",
  alone: "仅匹配 1 个",
  matches: "匹配 {total} 个，第 {which} 个",
  layout: "仅适用于此布局",
  calls: "它调用导出的录制脚本中的函数。",
  done: "已插入 {file}",
  no_file: "打开一个文件后即可插入定位。",
  no_language: "定位可插入低代码（YAML）、TypeScript 和 Python 文件。",
  no_steps: "该文件中没有可插入的步骤列表。",
};
export default zh;
