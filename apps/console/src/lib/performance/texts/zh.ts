import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  cpu: "CPU",
  memory: "内存",
  fps: "帧率",
  traffic: "流量",
  temperature: "温度",
  battery: "电量",
  unit: { cpu: "%", memory: "MB", fps: "fps", traffic: "KB/s", temperature: "°C", battery: "%" },
  series: {
    cpu_app: "应用",
    cpu_total: "整机",
    mem_pss: "合计 (PSS)",
    mem_java: "Java 堆",
    mem_native: "Native 堆",
    mem_graphics: "图形",
    mem_code: "代码",
    mem_stack: "栈",
    fps: "绘制",
    jank: "卡顿帧",
    net_in: "下行",
    net_out: "上行",
    temperature: "电池",
    battery: "剩余",
  },
  net_of: {
    app: "流量为应用自身的流量，由系统按应用的用户 ID 统计，不含屏幕视频和其他 adb 流量。",
    device_without_adb: "未指定应用，因此流量为整机流量，已排除 adb 传输的部分（包括屏幕视频）。",
    device: "流量为整机流量：该系统无法按应用统计。adb 走数据线，不计入其中。",
  },
  net_unknown: "未能采集流量：系统无法提供该应用的流量，或应用未安装。",
  simulated: "模拟数据：这是一台虚拟手机，各项数值按固定公式由其应用的行为推算得出。",
};
export default zh;
