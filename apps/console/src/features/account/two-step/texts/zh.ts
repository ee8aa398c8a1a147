import type { TextsLike } from "../../../../lib/i18n/namespaces.ts";
import type en from "./en.ts";

const zh: TextsLike<typeof en> = {
  title: "两步登录",
  text: "登录时除密码外还需再验证一步，仅凭被盗的密码无法登录。",
  error: "登录方式加载失败",
  next: "下一步",
  never: "从未使用",
  required: {
    title: "设置第二重验证",
    lead: "此服务器的管理员须使用两步登录。请先设置身份验证器应用或添加通行密钥。",
    go_on: "继续",
    leave: "退出登录",
  },
  app: {
    name: "身份验证器应用",
    text: "手机上的应用每 30 秒显示一个新验证码，登录时需要输入。",
    on: "已启用",
    since: "{created} 设置 · 最近使用：{used}",
    set_up: "设置",
    title: "设置身份验证器应用",
    proof: "请先确认是你本人。",
    scan: "用身份验证器应用扫描下图，或手动输入密钥，然后填写应用显示的验证码。",
    qr: "供身份验证器应用扫描的二维码",
    secret: "密钥",
    code: "应用显示的验证码",
    code_hint: "六位数字，空格不影响。",
    code_wrong: "验证码不正确。请确认手机时间准确，并填写当前显示的验证码。",
    confirm: "启用",
    remove: "移除",
    remove_title: "移除身份验证器应用？",
    remove_text: "登录时将不再要求输入其验证码。如果没有通行密钥，恢复码也会一并移除。",
    removed: "身份验证器应用已移除",
  },
  codes: {
    name: "恢复码",
    text: "手机不在身边时使用，每个仅可使用一次。",
    left_other: "剩余 {count} 个",
    remake: "重新生成",
    remake_title: "重新生成恢复码？",
    remake_text: "将生成十个新恢复码，原有的恢复码立即失效。",
    title: "你的恢复码",
    once: "请把恢复码保存在没有手机也能找到的地方：仅显示这一次，每个可登录一次。",
    copy: "全部复制",
    done: "我已保存",
  },
};
export default zh;
