import type { TextsLike } from "../../i18n/index.ts";
import type en from "./en.ts";
const zh: TextsLike<typeof en> = {
  ok: "完成",
  failed: "失败",
  skipped: "已停用，未执行",
  locator: "定位方式",
  candidates: "屏幕上最接近的元素",
  meant_now: "现在可能指的元素",
  likeness: "相似度 {percent}",
  picture_near: "最像图片的位置",
  picture_at: "横向 {x}、纵向 {y}：相似度 {percent}",
  found: { ui: "按元素", image: "按图片", position: "按位置" },
  fallback: "备用方式 {number}",
  pictures: "{name} 的画面",
  step: "步骤 {number}",
  before: "之前",
  after: "之后",
  unchanged: "之前与之后：没有变化",
  previous: "上一步",
  next: "下一步",
};
export default zh;
