import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  brand: "品牌",
  model: "型号",
  hardware_model: "硬件型号",
  serial: "序列号",
  system: "系统",
  resolution: "分辨率",
  cpu: "处理器",
  cores_other: "{count} 核",
  gpu: "图形处理器",
  memory: "内存",
  battery: "电量",
  charging: "充电中",
  free: "可用存储空间",
  celsius: "{value} °C",
  cycles_other: "充电循环 {count} 次",
  kind: "类型",
  virtual: "虚拟手机",
  real: "真机",
  agent: "代理",
};
export default zh;
