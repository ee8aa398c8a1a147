/** What the audit log has of sessions: who was let drive, watch or reach them. */
export const auditedSessions = {
  control: {
    give: "交出设备控制权",
    take_back: "收回控制权",
    leave: "放弃控制权",
    ask: "请求控制权",
    decline: "拒绝控制权请求",
  },
  device: {
    take_out: "停用设备",
    put_back: "恢复使用设备",
    place: "修改设备站点或用途",
    restart: "重启设备",
    clean: "清理设备",
    give: "修改设备的分配项目",
  },
  model: { edit: "修改硬件型号", picture: "修改硬件型号图片" },
  device_note: { create: "添加设备备注", delete: "删除设备备注" },
  work_order: {
    create: "报修设备",
    move: "处理工单",
    assign: "指派工单",
    attach: "为工单添加附件",
    detach: "删除工单附件",
  },
  self_check: { start: "巡检设备", cancel: "取消巡检" },
  tag: { create: "新建设备标签", edit: "修改设备标签", delete: "删除设备标签" },
  ios_certificate: { create: "添加 iOS 证书", edit: "修改 iOS 证书", delete: "删除 iOS 证书" },
  watch_link: { create: "创建观看链接", revoke: "撤销观看链接" },
  remote_adb: {
    open: "开启远程 ADB",
    key_allow: "允许 adb 密钥",
    key_deny: "拒绝 adb 密钥",
    key_remove: "移除 adb 密钥",
    close: "远程 ADB 结束",
  },
};
