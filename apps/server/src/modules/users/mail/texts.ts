import type { UiLanguage } from "@udt/contract";

/** What mails about one's own account say. */
interface AccountMailTexts {
  forgotten: { title: string; text: string; link: string };
  changed: { title: string; text: string; link: string };
  /** Why it was sent. */
  footer: string;
}

export const ACCOUNT_MAIL_TEXTS: Record<UiLanguage, AccountMailTexts> = {
  zh: {
    forgotten: {
      title: "设置新密码",
      text: "有人请求为此邮箱的 UDT 账号设置新密码。链接 30 分钟内有效，只能使用一次。如果不是您本人操作，请忽略此邮件，密码不会改变。",
      link: "设置新密码",
    },
    changed: {
      title: "您的密码已修改",
      text: "您的 UDT 账号密码刚刚被修改，其他浏览器上的登录和 API 密钥均已失效。如果不是您本人操作，请立即设置新密码并联系管理员。",
      link: "打开 UDT",
    },
    footer: "此邮件由 UDT 发送，因为该邮箱是一个账号的登录邮箱。",
  },
  en: {
    forgotten: {
      title: "Set a new password",
      text: "Somebody asked for a new password for the UDT account with this address. The link is good for 30 minutes, once. If it was not you, ignore this mail: the password stays as it is.",
      link: "Set a new password",
    },
    changed: {
      title: "Your password was changed",
      text: "The password of your UDT account was changed just now; other browsers are signed out and the API key has ended. If it was not you, set a new password at once and tell an administrator.",
      link: "Open UDT",
    },
    footer: "Sent by UDT because an account signs in by this address.",
  },
  ja: {
    forgotten: {
      title: "新しいパスワードの設定",
      text: "このメールアドレスの UDT アカウントについて、新しいパスワードの設定が求められました。リンクは 30 分間、1 回だけ有効です。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。",
      link: "新しいパスワードを設定",
    },
    changed: {
      title: "パスワードが変更されました",
      text: "UDT アカウントのパスワードが変更されました。ほかのブラウザーのサインインと API キーは無効になりました。心当たりがない場合は、すぐに新しいパスワードを設定し、管理者に連絡してください。",
      link: "UDT を開く",
    },
    footer: "このメールアドレスでサインインするアカウントがあるため、UDT が送信しました。",
  },
};
