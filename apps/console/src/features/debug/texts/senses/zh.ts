/** What the device sees and what is heard of it. */
const camera = {
  order: "相机按此顺序看到图片，每拍一张照片就换到下一张。会话结束时这些图片会被清除。",
  failed: "无法读取相机的图片",
  back: "后置摄像头",
  front: "前置摄像头",
  empty: "看到的是设备自身的画面",
  add: "添加图片",
  drop: "将 PNG 或 JPEG 拖放到此处",
  named: "第 {number} 张",
  replace: "替换",
  remove: "移除",
  full: "一个摄像头最多放 {max} 张图片。",
  too_many: "未添加：{names}。一个摄像头最多放 {max} 张图片。",
  no_folders: "未添加：{names}。请拖放图片本身，而不是文件夹。",
  sending: "正在发送 {name}…",
};

const sound = {
  listen: "收听设备声音",
  mute: "静音",
  no_device: "此设备无法传出声音：需要 Android 11 或更高版本",
  no_browser: "收听声音需要通过 https 打开页面，并使用能解码 Opus 的浏览器",
  failed: "设备现在无法传出声音",
};

const touch = {
  title: "一次触摸的时间花在哪里",
  none: "触摸屏幕后，这里会显示一次触摸的时间花在哪里。",
  latest: "最近一次（毫秒）",
  median: "{count} 次的中位数",
  total: "从触摸到画面",
  note: "只统计使画面发生变化的触摸，从浏览器收到事件算到画面绘制完成。每一处都按自己的时钟计时；应答往返的路程各算一半。编码器最快时所需的时间计入设备。",
  direct: "触摸直接发给代理，中间没有服务器。",
  direct_leg: "浏览器到代理",
  legs: {
    page: "页面",
    socket: "浏览器到服务器",
    server: "服务器到代理",
    agent: "代理",
    device: "设备",
    encode: "编码器（超出最快的部分）",
    back: "返回途中",
    decode: "解码",
    paint: "绘制",
  },
};

const quality = {
  title: "画质（对所有观看者生效）：{now}",
  button: "画质",
  dark: "设备屏幕已熄灭",
  auto: "自动",
  auto_now: "自动：{level}",
  high: "高清",
  balanced: "均衡",
  low: "省流量",
  least: "最低",
  about: {
    auto: "网络变慢时降低，恢复后再提高",
    level: "长边最大 {px} 像素，最高 {rate} Mbit/s",
  },
};

export const senses = { camera, sound, quality, touch };
