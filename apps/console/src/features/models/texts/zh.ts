import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "硬件型号",
  search: "品牌、型号或名称",
  error: "无法读取型号列表",
  error_model: "无法读取该型号",
  count_other: "{shown} 个型号",
  devices_other: "{shown} 台设备",
  changed: "{user} 于 {time} 修改",
  edited_by: "由管理员填写，取代设备上报的值",
  saved: "已保存 {name}",
  none: { title: "还没有型号", text: "新硬件型号的设备首次上报后，条目会自动出现。" },
  no_match: { title: "没有匹配的型号", text: "没有这样的型号。", clear: "显示全部" },
  column: {
    model: "型号",
    resolution: "分辨率",
    cpu: "处理器",
    memory: "内存",
    devices: "设备",
    known: "首次上报",
  },
  names: {
    title: "显示名称",
    text: "所有人看到的是这里以自己语言填写的名称，而不是型号本身的名称。某种语言留空时显示英文名称，英文也为空则显示型号本身的名称。",
    zh: "中文",
    en: "英文",
    ja: "日文",
  },
  facts: {
    title: "参数",
    text: "此处填写的内容对该型号的所有设备生效；留空则以设备上报为准。",
    width: "宽度（像素）",
    height: "高度（像素）",
    cpu_name: "处理器",
    cpu_arch: "架构",
    cpu_cores: "核数",
    gpu: "图形处理器",
    memory_gb: "内存（GB）",
  },
  fact: {
    told: "设备上报的值",
    unknown: "设备没有上报",
    edited: "已编辑；设备上报为 {told}",
    edited_unknown: "已编辑；设备没有上报",
  },
  fault: {
    pixels: "请填写整数，宽度和高度须同时填写",
    cores: "请填写 1 到 1,024 的整数",
    memory: "请填写数字，最多两位小数",
  },
  theirs: {
    text: "{user} 在此期间保存了该型号，不同之处：",
    nothing: "空",
    take: "采用对方的修改",
    keep: "保存我的修改",
  },
  picture: {
    add: "添加图片",
    change: "更换图片",
    remove: "移除",
    hint: "PNG、JPEG 或 WebP，不超过 {limit}。",
    wrong_type: "图片必须是 PNG、JPEG 或 WebP。",
    too_large: "图片不能超过 {limit}。",
  },
};
export default zh;
