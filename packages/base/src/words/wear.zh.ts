import type { WEAR_WORDS } from "./wear.en.ts";

/** 设备为何需要维护。 */
export const WEAR_WORDS_ZH: Readonly<Record<keyof typeof WEAR_WORDS, string>> = {
  battery_hot: "电池温度为 {celsius} °C：达到 {most} °C 起，设备不再接受自动化测试",
  care_hot: "电池温度为 {celsius} °C",
  care_cycles: "电池已完整充电 {cycles} 次：达到 {most} 次即视为老化",
  care_level: "应在充电，电量却在下降：从 {from}% 降到 {percent}%",
  care_disk_low: "仅剩 {free} 可用空间",
  care_disk_filling: "存储空间正在耗尽：按最近几天的速度，{days} 天内将写满",
  care_disconnects: "{hours} 小时内断开连接 {count} 次",
};
