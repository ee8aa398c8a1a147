import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "设备体检",
  lead: "设备空闲时对自身状况的报告。",
  column: { device: "设备", battery: "电量", load: "所在电脑的负载", time: "询问时间" },
  percent: "{value}%",
  error: "无法读取设备体检",
  none: { title: "还没有设备体检", text: "体检过的设备会显示在这里。" },
  first_page: "回到第一页",
};
export default zh;
