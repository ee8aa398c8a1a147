/** What the keys of a device are called that are on no keyboard, or do something of the device there. */
export const deviceKeys = {
  back: "Back",
  home: "Home",
  recents: "Recent apps",
  power: "Power",
  volume_up: "Volume up",
  volume_down: "Volume down",
  wake: "Wake the screen",
  menu: "Menu key",
  notifications: "Notifications",
  mute: "Mute",
  brighter: "Brighter",
  darker: "Darker",
};
