import type { wait as en } from "./en.ts";

export const wait: typeof en = {
  no_device: "本项目没有符合任务要求的设备。",
  devices_used: "符合要求的设备都已参与过本次执行。",
  devices_busy: "没有空闲的符合要求的设备：在线的设备正在使用或尚未就绪。",
  devices_offline: "符合要求的设备都已离线。",
  devices_broken: "符合要求的设备都有未处理的工单，需先处理工单。",
  devices_unwell: "符合要求的其余设备上次自检均未通过。任务也可以设为使用这些设备。",
  devices_draining: "符合要求的设备所在的代理都在排空，排空结束前不会分配设备。",
  devices_out_of_use: "符合要求的设备都已停用。",
  devices_no_tasks: "符合要求的设备都不开放任务。",
  behind_others: "前面还有其他测试。",
  parallel_limit: "项目可同时使用的设备已达上限。",
  user_limit: "发起人可同时使用的设备已达上限。",
  next: "有设备空闲，即将分配。",
  no_engine: "任务在镜像中执行，而符合要求的设备所在的代理都没有容器引擎。",
  engine_not_free: "任务在镜像中执行，而代理有容器引擎的设备目前都不空闲。",
};
