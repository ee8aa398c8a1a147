import type { TextsLike } from "../../i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  missing: {
    elsewhere: "通行密钥仅在通过以下地址访问时可用：",
    insecure: "此处无法使用通行密钥：浏览器只对 https 页面提供。",
    address: "此处无法使用通行密钥：浏览器按域名保存，而此服务器通过 IP 地址访问。管理员可为其配置域名和 https。",
    frame: "在其他网站的页面中无法使用通行密钥，请在单独的窗口中打开 UDT。",
    browser: "此浏览器不支持通行密钥。",
  },
  fault: {
    cancelled: "未收到通行密钥。请重试，并在设备提示时解锁。",
    exists: "此设备上已有你在该服务器的通行密钥。",
    unfit: "此设备无法保存这样的通行密钥：它须能验证 PIN、指纹或面容。",
    device: "浏览器或设备未能完成操作。请重试，或换一台设备。",
  },
};
export default zh;
