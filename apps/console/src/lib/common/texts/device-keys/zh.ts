/** What the keys of a device are called that are on no keyboard, or do something of the device there. */
export const deviceKeys = {
  back: "返回",
  home: "主屏幕",
  recents: "最近任务",
  power: "电源",
  volume_up: "音量加",
  volume_down: "音量减",
  wake: "唤醒屏幕",
  menu: "菜单键",
  notifications: "通知栏",
  mute: "静音",
  brighter: "调亮",
  darker: "调暗",
};
