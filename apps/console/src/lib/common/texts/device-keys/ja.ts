/** What the keys of a device are called that are on no keyboard, or do something of the device there. */
export const deviceKeys = {
  back: "戻る",
  home: "ホーム",
  recents: "最近のアプリ",
  power: "電源",
  volume_up: "音量を上げる",
  volume_down: "音量を下げる",
  wake: "画面を起こす",
  menu: "メニューキー",
  notifications: "通知",
  mute: "消音",
  brighter: "明るく",
  darker: "暗く",
};
