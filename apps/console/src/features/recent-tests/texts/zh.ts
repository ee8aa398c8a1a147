import type { TextsLike } from "../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "{device} 的最近测试",
  title_unknown: "设备的最近测试",
  lead: "按时间倒序：本项目的调试和测试，以及设备的自检。",
  lead_admin: "按时间倒序：所有项目的调试和测试，以及设备的自检。",
  device: "设备详情",
  orders: "工单",
  everything: "所有项目",
  count_one: "{shown} 条测试",
  count_other: "{shown} 条测试",
  kind: { debug: "调试", job: "自动化测试", inspection: "巡检" },
  filter: { kind: "类型", verdict: "结果" },
  column: {
    name: "测试",
    kind: "类型",
    project: "项目",
    user: "使用者",
    since: "时间",
    took: "时长",
    verdict: "结果",
  },
  work: { restart: "重启", clean: "清理" },
  verdict: { running: "进行中", passed: "通过", failed: "失败", broken_off: "异常中断", none: "无结论" },
  with_warnings: "有警告",
  error: "无法读取设备的最近测试",
  none: { title: "还没有在此设备上运行过测试", text: "调试、自动化测试和自检占用过设备后，会列在这里。" },
  no_match: { title: "没有匹配的测试", text: "没有测试符合这些筛选条件。", clear: "清除筛选" },
};
export default zh;
