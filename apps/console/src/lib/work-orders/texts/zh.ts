import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "工单",
  lead: "出现故障的设备。工单处理完之前，设备不会分配给任务，但仍可远程调试。",
  search: "型号、序列号、描述",
  devices: "设备列表",
  all: "全部设备",
  count_other: "{shown} 个工单",
  filter: { state: "状态" },
  column: {
    number: "编号",
    fault: "故障",
    device: "设备",
    state: "状态",
    reporter: "上报人",
    reported: "上报时间",
    closed: "关闭时间",
  },
  state: { unprocessed: "未处理", processing: "处理中", processed: "已处理" },
  closed_by: { person: "人工处理", self_check: "自检处理" },
  found_in: { label: "发现于", session: "该次会话", report: "测试报告" },
  self_check: "自检",
  failed_twice: "{step}连续两次未通过",
  error: "无法读取工单",
  gone: "无法读取该工单",
  none: {
    title: "没有故障",
    text: "自检的某一步连续两次未通过，或有人对设备报修时，会产生工单。",
  },
  no_match: { title: "没有符合条件的工单", text: "没有工单符合当前的搜索和筛选条件。", clear: "清除筛选" },
  report: {
    title: "报修 {device}",
    already: "该设备已经报修。如有补充，请写在工单里。",
    label: "设备出了什么问题？",
    hint: "能看到该设备的人都会看到这段描述，包括其他项目的成员；也可能经由这些项目的通知渠道发出。",
    send: "提交",
    done: "已报修。工单处理完之前，设备不会分配给任务。",
  },
  drawer: {
    title: "工单 {number}",
    assignee: "处理人",
    history: "处理记录",
    nothing: "暂无记录。",
    comment_label: "写下评论",
    comment_send: "添加",
    moved: { unprocessed: "退回了工单", processing: "接手了工单", processed: "关闭了工单" },
    self_checked: "自检已通过该步骤，工单关闭",
    to: { processing: "接手", unprocessed: "退回", processed: "关闭工单" },
    all_here: "该设备的全部工单",
  },
};
export default zh;
