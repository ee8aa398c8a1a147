import type { UiLanguage } from "@udt/contract";

/** Changes of what somebody signs in by, of which they are mailed: it may have been somebody else. */
export type AccountChange = "password" | "api_key" | "second_factor_set" | "second_factor_removed" | "recovery_codes";

interface Words {
  title: string;
  text: string;
}

/** What mails about one's own account say. */
interface AccountMailTexts {
  forgotten: Words & { link: string };
  changed: Record<AccountChange, Words>;
  /** Below each change. */
  not_you: string;
  open: string;
  key: string;
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
      password: {
        title: "您的密码已修改",
        text: "您的 UDT 账号密码刚刚被修改，其他浏览器上的登录和 API 密钥均已失效。",
      },
      api_key: {
        title: "新建了一个 API 密钥",
        text: "您的 UDT 账号刚刚新建了一个 API 密钥，程序可用它以您的身份操作。",
      },
      second_factor_set: {
        title: "两步登录已开启",
        text: "您的 UDT 账号刚刚绑定了身份验证器应用，以后登录需要其验证码。",
      },
      second_factor_removed: {
        title: "两步登录已关闭",
        text: "您的 UDT 账号刚刚移除了身份验证器应用，登录不再需要验证码。",
      },
      recovery_codes: { title: "恢复码已更换", text: "您的 UDT 账号刚刚生成了新的恢复码，之前的恢复码均已失效。" },
    },
    not_you: "如果不是您本人操作，请立即修改密码并联系管理员。",
    open: "打开 UDT",
    key: "密钥",
    footer: "此邮件由 UDT 发送，因为该邮箱是一个账号的登录邮箱。",
  },
  en: {
    forgotten: {
      title: "Set a new password",
      text: "Somebody asked for a new password for the UDT account with this address. The link is good for 30 minutes, once. If it was not you, ignore this mail: the password stays as it is.",
      link: "Set a new password",
    },
    changed: {
      password: {
        title: "Your password was changed",
        text: "The password of your UDT account was changed just now; other browsers are signed out and the API keys have ended.",
      },
      api_key: {
        title: "An API key was made",
        text: "An API key of your UDT account was made just now: programs can act as you with it.",
      },
      second_factor_set: {
        title: "Two-step sign-in is on",
        text: "An authenticator app was added to your UDT account just now: signing in asks for its codes from now on.",
      },
      second_factor_removed: {
        title: "Two-step sign-in is off",
        text: "The authenticator app of your UDT account was removed just now: signing in asks for no code any more.",
      },
      recovery_codes: {
        title: "Your recovery codes were made anew",
        text: "New recovery codes of your UDT account were made just now; those before are good no more.",
      },
    },
    not_you: "If it was not you, change the password at once and tell an administrator.",
    open: "Open UDT",
    key: "Key",
    footer: "Sent by UDT because an account signs in by this address.",
  },
  ja: {
    forgotten: {
      title: "新しいパスワードの設定",
      text: "このメールアドレスの UDT アカウントについて、新しいパスワードの設定が求められました。リンクは 30 分間、1 回だけ有効です。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。",
      link: "新しいパスワードを設定",
    },
    changed: {
      password: {
        title: "パスワードが変更されました",
        text: "UDT アカウントのパスワードが変更されました。ほかのブラウザーのサインインと API キーは無効になりました。",
      },
      api_key: {
        title: "API キーが作成されました",
        text: "UDT アカウントの API キーが作成されました。プログラムはこのキーであなたとして操作できます。",
      },
      second_factor_set: {
        title: "2 段階サインインが有効になりました",
        text: "UDT アカウントに認証アプリが追加されました。今後はサインイン時にコードの入力が必要です。",
      },
      second_factor_removed: {
        title: "2 段階サインインが無効になりました",
        text: "UDT アカウントから認証アプリが削除されました。サインイン時のコードは不要になりました。",
      },
      recovery_codes: {
        title: "リカバリーコードが再作成されました",
        text: "UDT アカウントのリカバリーコードが新しく作成され、以前のコードは使えなくなりました。",
      },
    },
    not_you: "心当たりがない場合は、すぐにパスワードを変更し、管理者に連絡してください。",
    open: "UDT を開く",
    key: "キー",
    footer: "このメールアドレスでサインインするアカウントがあるため、UDT が送信しました。",
  },
};
