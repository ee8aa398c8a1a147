import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";
const zh: TextsLike<typeof en> = {
  ok: "完成",
  failed: "失败",
  locator: "定位方式",
  candidates: "屏幕上最接近的元素",
};
export default zh;
