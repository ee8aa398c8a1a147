/** Why a session is over, and what can be done then. */
export const ended = {
  lasted: "持续 {duration}，结束于 {time}。",
  retest: "再次调试该设备",
  devices: "返回设备列表",
  records: "查看记录",
  retest_failed: "暂时无法开始：{reason}",
  cleaning: "设备正在为下一位使用者清理。",
  user: { title: "调试已结束", title_by: "{name} 结束了本次调试", text: "在预定时间之前已被结束。" },
  own: {
    title: "你结束了本次调试",
    text: "你在时间用完之前结束了它。",
    text_of: "你在时间用完之前结束了 {name} 的调试。",
  },
  by_key: {
    title: "已被 API 密钥 {key} 结束",
    text: "使用 {name} 的 API 密钥的程序在时间用完之前结束了它。",
    own_text: "使用你的 API 密钥 {key} 的程序在时间用完之前结束了它。",
  },
  by_token: {
    title: "已被项目令牌结束",
    text: "使用 {name} 创建的项目令牌的程序在时间用完之前结束了它。",
  },
  admin: {
    title: "已被管理员结束",
    text: "管理员收回了设备。何时可用请咨询管理员。",
    text_by: "{name} 收回了设备。何时可用请向其咨询。",
  },
  access_lost: { title: "访问权限已失效", text: "发起这次调试的人已无权使用该设备。" },
  device_timeout: { title: "时间到", text: "设备的本次可用时间已用完。如需继续，请重新开始。" },
  test_timeout: { title: "时间到", text: "本次预定的时间已用完。如需继续，请重新开始，可选更长时间。" },
  inactivity: { title: "长时间无操作，已结束", text: "长时间没有触摸和按键，设备已释放给他人使用。" },
  device_lost: {
    title: "设备已失联",
    text: "设备被拔出、关机或停止响应。待其恢复空闲后再试，或换一台设备。",
  },
  agent_lost: {
    title: "设备所在的代理已失联",
    text: "连接设备的电脑停止响应。请换用其他电脑上的设备，或稍后再试。",
  },
  yielded: { title: "已结束：设备让给了其他测试", text: "设备已交给等待它的测试。" },
  no_device: { title: "没有空闲设备", text: "设备未能及时空闲。请更换设备，或稍后再试。" },
  finished: { title: "已完成", text: "要做的事都已做完。" },
  start_failed: {
    title: "调试未能开始",
    text: "设备未能准备就绪。请重试；如再次失败，请换一台设备。",
  },
  work_failed: {
    title: "测试意外中断",
    text: "代理在设备上的工作意外中断。请重试；如再次出现，请联系管理员。",
  },
};
