/** In place of a tool that works with the device, while it cannot. */
export const tools = {
  over: "调试已结束",
  not_yet: "设备就绪后即可使用",
  not_yet_text: "设备正在准备，或仍在等待设备。",
};
