import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "火焰图",
  to_report: "报告",
  error: "无法读取调用树",
  sample: "样本",
  before: "对比样本",
  before_none: "无",
  keyword: "函数、映像或 /正则表达式/",
  tree: {
    label: "调用树",
    malloc: "malloc",
    vm: "VM 区域",
    java: "Java 堆",
  },
  view: {
    label: "视图",
    calls: "调用",
    callers: "调用者",
    sandwich: "三明治",
  },
  grows: {
    label: "方向",
    down: "冰柱图",
    up: "火焰图",
  },
  order: {
    label: "排序",
    heavy: "最大的在前",
    name: "按名称",
  },
  color: {
    label: "颜色",
    image: "按映像",
    module: "按模块",
    none: "未归属",
  },
  fold: "折叠递归",
  app_only: "隐藏系统帧",
  graph: {
    calls: "调用的火焰图",
    callers: "调用者的火焰图",
    sandwich: "它所调用函数的火焰图",
    sandwich_callers: "调用它的函数的火焰图",
  },
  all: {
    calls: "全部",
    callers: "全部，按分配者",
    sandwich: "它调用的函数",
    sandwich_callers: "调用它的函数",
  },
  keys: "方向键在调用之间移动，Enter 放大一个调用，Esc 显示全部，+ 和 − 缩放。单击调用可放大，拖动可移动，按住 Ctrl 滚动滚轮可缩放。",
  facts: {
    label: "调用",
    own: "自身 {size}",
    share: "占全部的 {share}",
    level_other: "第 {number} 层调用",
    change: "{before} → {now}",
  },
  sandwich: "查看其调用者与被调用者",
  found_other: "找到 {number} 个调用，共 {size}（{share}）",
  fault: {
    bad_regex: "正则表达式有误：{term}",
    unsupported_regex: "此处不支持：{term}。不能使用环视、反向引用或超过 1000 次的重复。",
    no_regex: "未能加载正则表达式功能，因此未进行查找：{term}",
  },
  legend: "红色表示增长，蓝色表示减少。宽度取两者中较大的一个。",
  left_out_other: "未显示最小的 {number} 个调用，其字节计入各自调用者自身。",
  callers_lead: "不足 0.01% 的调用者与其所调用的函数合并显示。",
  none: {
    title: "没有堆栈",
    text: "此样本的文件均未说明由谁分配。malloc_history、LoliProfiler、pprof、hprof 和折叠堆栈的文件会说明。",
  },
  choose: {
    title: "选择一个函数",
    text: "自身分配最多的函数。",
    name: "函数",
    image: "映像",
    own: "自身",
    nothing: "没有这个名称的函数。",
  },
};
export default zh;
