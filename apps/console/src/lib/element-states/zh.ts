export const elementStates = {
  checkable: "可勾选",
  checked: "已勾选",
  clickable: "可点击",
  enabled: "可用",
  focusable: "可获得焦点",
  focused: "已获得焦点",
  long_clickable: "可长按",
  password: "密码",
  scrollable: "可滚动",
  selected: "已选中",
};
