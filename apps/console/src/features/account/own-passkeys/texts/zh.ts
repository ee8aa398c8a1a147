import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "通行密钥",
  text: "解锁手机、电脑或安全密钥即可登录，无需密码和验证码。",
  error: "通行密钥加载失败",
  none: "你还没有通行密钥。",
  count: "已有 {count} 个通行密钥，最多 {max} 个。",
  full: "你已有 {max} 个通行密钥，达到上限。请先移除一个再添加。",
  add: "添加通行密钥",
  add_title: "添加通行密钥",
  add_text: "浏览器会询问保存位置并要求解锁该设备。此后用密码登录也需要第二步验证：通行密钥或恢复码。",
  added: "通行密钥已添加",
  name: "名称",
  name_hint: "写明保存在哪里，便于日后辨认。",
  made_at: "添加于 {time}",
  used_at: "最近使用 {time}",
  never_used: "从未使用",
  only_at: "仅在 {name} 可用",
  rename: "重命名",
  rename_label: "重命名通行密钥 {name}",
  rename_title: "重命名通行密钥",
  remove: "移除",
  remove_label: "移除通行密钥 {name}",
  remove_title: "移除通行密钥 {name}？",
  remove_text: "它将不能再用于登录；设备上的副本需在设备中自行删除。",
  remove_last: "这是你的最后一种第二重验证：之后登录只需一步，恢复码也会一并移除。",
  removed: "通行密钥已移除",
};
export default zh;
