import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "远程 ADB",
  lead: "在自己的电脑上用 adb 或 Android Studio 连接这台手机，会话结束即断开。",
  failed: "无法读取远程 ADB 状态",
  turn_on: "开启",
  turn_off: "关闭",
  state: { off: "已关闭", waiting: "等待连接", asking: "等待确认", connected: "已连接" },
  local_only: "此地址只能在服务器本机使用。管理员可通过 UDT_ADB_HOST 开放给其他电脑。",
  waiting_text: "请在自己的电脑上运行此命令。首次使用的密钥会在这里请求确认。",
  asks: "有电脑请求连接",
  asks_text: "仅在确认是自己的电脑时允许。此后该密钥可直接连接您的会话，不再询问。",
  asks_not_you: "只有开启远程 ADB 的人可以确认。",
  key: "密钥",
  from: "来源",
  fingerprint: "指纹",
  allow: "允许",
  deny: "不允许",
  connected_since: "连接于 {time}",
  traffic: "接收 {received}，发送 {sent}",
  keys: "我的 adb 密钥：{count}",
  key_used: "上次使用：{time}",
  key_unused: "尚未使用",
  remove: "移除",
  remove_label: "移除密钥 {name}",
};
export default zh;
