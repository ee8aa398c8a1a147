/** In place of a tool that works with the device, while it cannot. */
export const tools = {
  over: "セッションは終了しました",
  not_yet: "デバイスの準備ができしだい使えます",
  not_yet_text: "デバイスを準備中か、空きを待っています。",
};
