import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  unknown: "无法读取将被删除的内容",
  goes: "此操作无法撤销，将删除：",
  running_tests_other: "{number} 个进行中的调试或执行，会立即结束",
  members_other: "{number} 位成员的访问权限",
  orgs_other: "{number} 个组织的访问权限",
  join_requests_other: "{number} 个未处理的加入申请",
  sessions_other: "{number} 条调试记录",
  runs_other: "{number} 份测试报告及其用例结果",
  files_other: "{number} 个录制文件（{size}）",
  order_files_other: "{number} 个工单附件（{size}）",
  jobs_other: "{number} 个任务",
  schedules_other: "{number} 个任务触发器",
  libraries_other: "{number} 个用例库",
  script_repositories_other: "{number} 个脚本仓库（{size}）",
  memory_traces_other: "{number} 个内存跟踪（{size}）",
  tags_other: "{number} 个设备标签",
  ios_certificates_other: "{number} 个 iOS 证书",
  apps_other: "{number} 个已上传的应用（{size}）",
  account_files_other: "{number} 个测试账号文件",
  credentials_other: "{number} 个凭据",
  channels_other: "{number} 个通知渠道",
  triggers_other: "{number} 个通知规则",
  deliveries_other: "{number} 条通知发送记录",
  shares_other: "{number} 个报告分享链接",
  tokens_other: "{number} 个项目令牌，使用它的程序将被拒绝",
  keys_other: "{number} 个仅限本项目的 API 密钥，使用它的程序将被拒绝",
  agents_other: "{number} 个仅服务于本项目的代理，将被吊销",
};
export default zh;
