import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  setting: {
    locale: "语言和地区",
    time_zone: "时区",
    font_scale: "字体缩放",
    dark_mode: "深色模式",
    density: "显示密度（dpi）",
    rotation: "屏幕方向",
    animations: "动画",
    permissions: "应用权限",
    location: "测试位置",
    proxy: "HTTP 代理",
  },
  on: "开启",
  off: "关闭",
  rotation: {
    auto: "自动旋转",
    "0": "自然方向（0°）",
    "90": "向左旋转（90°）",
    "180": "倒置（180°）",
    "270": "向右旋转（270°）",
  },
  proxy_none: "不使用代理",
  location: "{latitude}, {longitude}",
  permission: "{package_name}：{permission}",
  line: "{setting}：{value}",
  state: { kept: "原已如此", set: "已设置", refused: "未能生效" },
};
export default zh;
