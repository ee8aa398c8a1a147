export const addresses = {
  error: "无法加载内网地址",
  lead: "服务器默认拒绝访问公网以外的地址。以下地址对所有项目的所有成员放行，可用于克隆仓库、发送 Webhook 和拉取镜像。",
  address: "主机、地址或地址段",
  hint: "主机名（如 git.corp.example）、地址，或 10.0.0.0/8 这样的地址段。范围越小越好：能导入用例库的人都能访问到。",
  allow: "放行",
  allowed: "已放行 {address}",
  none: "无：只访问公网地址。",
  operator: "服务器运维人员（UDT_OUTBOUND_ALLOW）",
  disallow: "取消放行",
  ask: "不再允许访问 {address}？",
  ask_text: "使用该地址的用例库和 Webhook 会立即失效，其设置保留。",
  column: { address: "地址", by: "放行者", when: "放行时间", action: "操作" },
};
