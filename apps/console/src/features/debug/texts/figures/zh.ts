import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type { figures as en } from "./en.ts";

export const figures: TextsLike<typeof en> = {
  stats: {
    at_rest: "画面静止",
    round_trip: "往返时延",
    way: "画面路径",
    direct_path: "直连",
    decode: "解码耗时",
    decoder: "解码器",
    source: "画面来源",
    frames: "已显示帧数",
  },
  way: { direct: "直接来自代理", relayed: "经中继", server: "经服务器" },
  way_short: { direct: "直连", relayed: "中继", server: "服务器" },
  direct_path: {
    connecting: "连接中",
    connected: "已连接",
    down: "已断开，正在重试",
    failed: "连接失败，改走服务器",
  },
};
