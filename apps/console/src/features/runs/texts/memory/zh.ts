/** 设备上被测应用的内存录制。 */
export const memory = {
  title: "应用内存",
  open: "打开内存跟踪",
  samples_other: "{number} 个样本",
  reading_other: "{number} 个正在读取",
  refused_other: "{number} 个未能采集或读取",
};
