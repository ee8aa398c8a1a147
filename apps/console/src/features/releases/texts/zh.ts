import type { TextsLike } from "../../../lib/i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "版本说明",
  lead: "UDT 各版本带来的变化。",
  newest: "最新",
  v0_1_0: {
    title: "自动化测试，以及以团队为单位",
    orgs: "组织：项目可以整体添加团队和部门。加入组织的人自动获得权限，离开的人立即失去权限。",
    admin: "管理后台新增：全部项目及其负责人、组织架构、无需重启即可生效的运行设置，以及系统状态中的队列。",
    automation:
      "自动化测试：从 git 导入用例库，三步配置任务，公平排队，触发器，构建可用 udt run；执行过程实时可见，报告把录像、日志、步骤与性能放在同一时间轴上。",
    connected: "单点登录、邮件与机器人通知，以及嵌入其他平台。",
    overview: "概览和首页按天展示测试量和设备使用情况。",
    sync: "上级平台的项目可以用自己的地址直接打开。",
    members: "成员可以自行退出项目；拥有相应权限的成员可以将他人设为负责人。",
  },
  v0_0_1: {
    title: "浏览器里的手机",
    debug: "远程调试：真机和虚拟手机的实时画面、触摸、键盘、剪贴板、日志、终端、应用和截图。",
    projects: "项目的可见性、成员、加入申请、权限，以及供程序使用的 Token。",
    people: "注册审批、会话管理、API 密钥和审计日志。",
    languages: "中文、英文和日文，浅色与深色主题。",
  },
};
export default zh;
