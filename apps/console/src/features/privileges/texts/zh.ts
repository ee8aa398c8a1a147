import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "权限管理",
  lead: "设置普通成员可以做什么。负责人拥有全部权限。",
  error: "无法读取权限",
  read_only: "只有项目负责人可以修改权限。",
  locked: "已开启平台同步：权限由上级平台设置，这里只能修改项目令牌的权限。",
  discard: "放弃修改",
  group: { project: "项目", members: "成员", tests: "设备、应用与测试" },
  name: {
    project_edit: "编辑项目信息",
    project_token: "获取和重置项目令牌",
    member_invite: "邀请成员",
    member_edit: "修改成员类型",
    member_remove: "移除成员",
    debug_monitor: "打开他人正在调试的设备",
    app_delete: "删除已上传的应用",
    job_delete: "删除任务",
    tag_delete: "配置和删除标签",
  },
  hint: {
    project_edit: "名称、描述、可见性、类型和图标。",
    project_token: "查看项目是否已有 API 令牌，并可重新生成。令牌内容只在生成时显示。",
    member_invite: "添加成员，处理加入申请。保密项目只能由负责人邀请。",
    member_edit: "拥有者可将其他成员设为负责人；取消负责人只能由负责人操作。",
    member_remove: "被移除的人会立即失去访问权限和进行中的会话。",
    debug_monitor: "打开其他成员正在调试的设备，仅供观看。",
    app_delete: "包括他人上传的应用。",
    job_delete: "删除任务及其触发器，测试报告会保留。",
    tag_delete: "设备标签：名称、规则和默认标签。",
  },
};
export default zh;
