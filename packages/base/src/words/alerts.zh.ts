import type { ALERT_WORDS } from "./alerts.en.ts";

/** Alerts of the installation, and what can be done: part of the table of words. */
export const ALERT_WORDS_ZH: Readonly<Record<keyof typeof ALERT_WORDS, string>> = {
  alert_files_low: "文件所在磁盘的可用空间低于 {bound}%：剩余 {free_gb} GB（{percent}%）",
  alert_database_low: "数据库所在磁盘的可用空间低于 {bound}%：剩余 {free_gb} GB（{percent}%）",
  alert_files_unwritable: "无法写入文件",
  alert_files_silent: "文件所在磁盘在 {seconds} 秒内没有响应",
  alert_queue_waits: "有 {count} 个测试在等待，最久的已等待 {minutes} 分钟",
  alert_agent_away: "代理 {agent_name} 已离线 {minutes} 分钟",
  alert_certificate_ends: "{address} 的证书将在 {days} 天后到期",
  alert_certificate_over: "{address} 的证书已过期",
  alert_certificate_refused: "浏览器不接受 {address} 的证书",
  alert_certificate_unseen: "本服务器无法通过 https 访问 {address}",
  alert_remedy_disk: "请清理该磁盘或扩容；占用空间最多的通常是旧的录制内容和应用包",
  alert_remedy_silent_disk: "请检查该磁盘及其网络连接是否正常，并重新挂载；如果某台服务器上仍无响应，请重启该服务器",
  alert_remedy_unwritable_disk: "请查看该磁盘是否已满或以只读方式挂载，以及其目录是否属于运行服务器的用户",
  alert_remedy_queue: "请查看等待中的测试需要哪些设备，增加此类设备，或结束占用它们的测试",
  alert_remedy_agents: "请检查其所在机器是否运行并能访问本服务器，并查看代理日志；不再使用的代理请吊销",
  alert_remedy_certificate: "请在终止 https 的位置（通常是反向代理）更新证书，并确认已提供完整证书链",
};
