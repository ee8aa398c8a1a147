import type { TextsLike } from "../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "观看设备",
  loading: "正在打开链接",
  watching: "仅观看",
  driven: "{names} 正在操控",
  left: "剩余 {time}",
  waiting: "设备正在准备，画面稍后会自动出现。",
  over: "该链接已失效",
  over_text: "链接已过期或被撤销，或者会话已经结束。请向提供链接的人索取新的链接。",
  failed: "暂时无法打开该链接",
  retry: "重试",
  connecting: "正在连接屏幕…",
  reconnecting: "正在重新连接，当前画面为最后收到的一帧。",
  closed: "画面已不再显示。请重新加载此页面。",
  full: "通过此链接观看的人数已达上限，请稍后重新加载此页面。",
  stands_still: "画面自 {time} 起没有更新",
  stands_still_text: "已向设备请求新画面，但没有回应。正在重新启动视频。",
  no_picture: "当前浏览器无法显示画面。",
  worker_failed: "本页面中显示画面的部分意外中断。请重新加载页面。",
};
export default zh;
