import { zh as report } from "@udt/contract/report-words/zh";
import { zh as run } from "@udt/contract/run-words/zh";
import type { ReportTexts } from "./report-texts.ts";

export const zh: ReportTexts = {
  ...run,
  ...report,
  locale: "zh-CN",
  report: "测试报告",
  tile: {
    passed: "用例通过",
    new_failures: "新增失败",
    since: "与 #{number} 相比",
    alone: "单独重跑，不作对比",
    first: "首次执行，无可对比",
    devices: "设备通过",
    queue: "排队 {time}",
  },
  ratio_was: "{now}，上次 {before}",
  fixed_flaky: "修复 {fixed}，不稳定 {flaky}",
  environment: { title: "环境", ...report.environment },
  lost: "已丢失",
  time_went: "时间分布",
  cases: "用例",
  column: { name: "用例", result: "结果", device: "设备", time: "耗时", error: "原因" },
  all: "全部",
  search: "筛选用例",
  found: "{count} / {total}",
  nothing: "没有符合条件的用例。",
  no_script: "本报告通过自带的脚本显示用例，当前阅读器不运行脚本。",
  cut: "本文件包含前 {count} 个失败的详情，其余请在平台查看。",
  made: "由 UDT 生成于 {time}",
  picture: "脚本保存的最后一张图片",
  video: "设备在此用例期间的录屏",
  left_out: "用例执行期间有设备录屏，未包含在本页中，请在平台查看。",
  close: "关闭",
  attempt: "第 {count} 次",
  gone: { title: "此链接无法打开报告", text: "链接已过期、已撤销，或复制不完整。请向发送者索取新链接。" },
};
