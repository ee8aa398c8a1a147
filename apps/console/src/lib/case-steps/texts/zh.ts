import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";
const zh: TextsLike<typeof en> = {
  ok: "完成",
  failed: "失败",
  locator: "定位方式",
  candidates: "屏幕上最接近的元素",
  meant_now: "现在可能指的元素",
  likeness: "相似度 {percent}",
};
export default zh;
