import type { UiLanguage } from "@udt/contract";

/** Changes of what somebody signs in by, of which they are mailed: it may have been somebody else. */
export type AccountChange =
  | "password"
  | "api_key"
  | "api_key_deleted"
  | "second_factor_set"
  | "second_factor_removed"
  | "second_factors_removed"
  | "passkey_added"
  | "passkey_removed"
  | "recovery_codes";

interface Words {
  title: string;
  text: string;
}

/** What mails about one's own account say. */
interface AccountMailTexts {
  forgotten: Words & { link: string };
  /** By an operator, at the server. */
  reset: Words;
  /** To who registered. */
  confirm: Words & { link: string };
  /** To whose address somebody registered with. */
  taken: Words & { link: string };
  changed: Record<AccountChange, Words>;
  /** Below each change. */
  not_you: string;
  /** The same, to who has no password here. */
  not_you_by_provider: string;
  open: string;
  key: string;
  passkey: string;
  totp: string;
  /** Beside what is gone and has no name of its own. */
  removed: string;
  /** Why it was sent. */
  footer: string;
  footer_signup: string;
}

export const ACCOUNT_MAIL_TEXTS: Record<UiLanguage, AccountMailTexts> = {
  zh: {
    forgotten: {
      title: "设置新密码",
      text: "有人请求为此邮箱的 UDT 账号设置新密码。链接 30 分钟内有效，只能使用一次。如果不是您本人操作，请忽略此邮件，密码不会改变。",
      link: "设置新密码",
    },
    reset: {
      title: "您的登录方式已重置",
      text: "服务器运维人员刚刚重置了您的 UDT 账号：所有浏览器均已退出登录，API 密钥已失效，第二重验证已移除；使用密码登录的，密码已更换，请向运维人员索取。如果不是您要求的，请联系管理员。",
    },
    confirm: {
      title: "确认您的邮箱",
      text: "有人使用此邮箱注册了 UDT 账号。请打开链接，输入注册时的密码或设置新密码，账号才会建立。链接 24 小时内有效，只能使用一次。如果不是您本人操作，请忽略此邮件。",
      link: "确认邮箱",
    },
    taken: {
      title: "有人尝试使用您的邮箱注册",
      text: "您已有使用此邮箱的 UDT 账号，因此没有新建账号。如果是您本人操作，请直接登录；忘记密码可在登录页重新设置。如果不是，您无需任何操作。",
      link: "前往登录",
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
      api_key_deleted: {
        title: "删除了一个 API 密钥",
        text: "您的 UDT 账号刚刚删除了一个 API 密钥，程序不能再使用它。",
      },
      second_factor_set: {
        title: "两步登录已开启",
        text: "您的 UDT 账号刚刚绑定了身份验证器应用，以后登录需要其验证码。",
      },
      second_factor_removed: {
        title: "身份验证器应用已移除",
        text: "您的 UDT 账号刚刚移除了身份验证器应用，登录不再需要它的验证码。",
      },
      second_factors_removed: {
        title: "您的第二重验证已移除",
        text: "管理员刚刚移除了您的 UDT 账号的第二重验证：所有浏览器均已退出登录，以后登录不再需要第二步。",
      },
      passkey_added: {
        title: "添加了一个通行密钥",
        text: "您的 UDT 账号刚刚添加了一个通行密钥，凭它无需密码即可登录。",
      },
      passkey_removed: { title: "移除了一个通行密钥", text: "您的 UDT 账号刚刚移除了一个通行密钥，它不能再用于登录。" },
      recovery_codes: { title: "恢复码已更换", text: "您的 UDT 账号刚刚生成了新的恢复码，之前的恢复码均已失效。" },
    },
    not_you: "如果不是您本人操作，请立即修改密码，移除不认识的通行密钥，并联系管理员。",
    not_you_by_provider:
      "如果不是您本人操作，请立即结束不认识的登录，移除不认识的通行密钥和 API 密钥，检查您用于登录的第三方账号，并联系管理员。",
    open: "打开 UDT",
    key: "密钥",
    passkey: "通行密钥",
    totp: "身份验证器应用",
    removed: "已移除",
    footer: "此邮件由 UDT 发送，因为有账号使用该邮箱。",
    footer_signup: "此邮件由 UDT 发送，因为有人使用该邮箱注册。",
  },
  en: {
    forgotten: {
      title: "Set a new password",
      text: "Somebody asked for a new password for the UDT account with this address. The link is good for 30 minutes, once. If it was not you, ignore this mail: the password stays as it is.",
      link: "Set a new password",
    },
    reset: {
      title: "Your sign-in was reset",
      text: "An operator of the server reset your UDT account just now: all browsers are signed out, the API keys have ended, and the second factors are removed. If you sign in with a password, it is a new one, which the operator has. If you did not ask for it, tell an administrator.",
    },
    confirm: {
      title: "Confirm your address",
      text: "Somebody registered at UDT with this address. Open the link and enter the password that you registered with, or set another one: then the account is made. The link is good for 24 hours, once. If it was not you, ignore this mail.",
      link: "Confirm the address",
    },
    taken: {
      title: "Somebody registered with your address",
      text: "You have a UDT account with this address already, so none was made. If it was you, sign in; the sign-in page helps with a forgotten password. If it was not you, there is nothing to do.",
      link: "Go to sign-in",
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
      api_key_deleted: {
        title: "An API key was deleted",
        text: "An API key of your UDT account was deleted just now: programs can act with it no more.",
      },
      second_factor_set: {
        title: "Two-step sign-in is on",
        text: "An authenticator app was added to your UDT account just now: signing in asks for its codes from now on.",
      },
      second_factor_removed: {
        title: "Your authenticator app was removed",
        text: "The authenticator app of your UDT account was removed just now: signing in asks for its codes no more.",
      },
      second_factors_removed: {
        title: "Your second factors were removed",
        text: "An administrator removed the second factors of your UDT account just now: all browsers are signed out, and signing in takes no second step any more.",
      },
      passkey_added: {
        title: "A passkey was added",
        text: "A passkey was added to your UDT account just now: it signs in without the password.",
      },
      passkey_removed: {
        title: "A passkey was removed",
        text: "A passkey of your UDT account was removed just now: it signs in no more.",
      },
      recovery_codes: {
        title: "Your recovery codes were made anew",
        text: "New recovery codes of your UDT account were made just now; those before are good no more.",
      },
    },
    not_you:
      "If it was not you, change the password at once, remove passkeys that you do not know, and tell an administrator.",
    not_you_by_provider:
      "If it was not you, end the sessions at once that you do not know, remove passkeys and API keys that you do not know, look after your account at the provider that you sign in by, and tell an administrator.",
    open: "Open UDT",
    key: "Key",
    passkey: "Passkey",
    totp: "Authenticator app",
    removed: "removed",
    footer: "Sent by UDT because an account has this address.",
    footer_signup: "Sent by UDT because somebody registered with this address.",
  },
  ja: {
    forgotten: {
      title: "新しいパスワードの設定",
      text: "このメールアドレスの UDT アカウントについて、新しいパスワードの設定が求められました。リンクは 30 分間、1 回だけ有効です。心当たりがない場合は、このメールを無視してください。パスワードは変わりません。",
      link: "新しいパスワードを設定",
    },
    reset: {
      title: "サインイン方法がリセットされました",
      text: "サーバーの運用担当者が UDT アカウントをリセットしました。すべてのブラウザーからサインアウトし、API キーは無効になり、2 段階目の確認方法は削除されました。パスワードでサインインする場合は新しいパスワードに変わっているので、運用担当者に確認してください。依頼した覚えがない場合は、管理者に連絡してください。",
    },
    confirm: {
      title: "メールアドレスの確認",
      text: "このメールアドレスで UDT に登録が行われました。リンクを開き、登録時のパスワードを入力するか新しいパスワードを設定すると、アカウントが作成されます。リンクは 24 時間、1 回だけ有効です。心当たりがない場合は、このメールを無視してください。",
      link: "メールアドレスを確認",
    },
    taken: {
      title: "あなたのメールアドレスで登録が試みられました",
      text: "このメールアドレスの UDT アカウントはすでにあるため、新しいアカウントは作成されていません。ご自身の操作であればサインインしてください。パスワードを忘れた場合はサインイン画面から設定し直せます。心当たりがない場合、何もする必要はありません。",
      link: "サインインへ",
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
      api_key_deleted: {
        title: "API キーが削除されました",
        text: "UDT アカウントの API キーが削除されました。プログラムはこのキーを使えません。",
      },
      second_factor_set: {
        title: "2 段階サインインが有効になりました",
        text: "UDT アカウントに認証アプリが追加されました。今後はサインイン時にコードの入力が必要です。",
      },
      second_factor_removed: {
        title: "認証アプリが削除されました",
        text: "UDT アカウントから認証アプリが削除されました。サインイン時にそのコードは求められません。",
      },
      second_factors_removed: {
        title: "2 段階目の確認方法が削除されました",
        text: "管理者が UDT アカウントの 2 段階目の確認方法を削除しました。すべてのブラウザーからサインアウトし、今後のサインインに 2 段階目はありません。",
      },
      passkey_added: {
        title: "パスキーが追加されました",
        text: "UDT アカウントにパスキーが追加されました。このパスキーがあればパスワードなしでサインインできます。",
      },
      passkey_removed: {
        title: "パスキーが削除されました",
        text: "UDT アカウントからパスキーが削除されました。このパスキーではサインインできません。",
      },
      recovery_codes: {
        title: "リカバリーコードが再作成されました",
        text: "UDT アカウントのリカバリーコードが新しく作成され、以前のコードは使えなくなりました。",
      },
    },
    not_you: "心当たりがない場合は、すぐにパスワードを変更し、覚えのないパスキーを削除して、管理者に連絡してください。",
    not_you_by_provider:
      "心当たりがない場合は、すぐに覚えのないセッションを終了し、覚えのないパスキーと API キーを削除し、サインインに使う外部サービスのアカウントを確認して、管理者に連絡してください。",
    open: "UDT を開く",
    key: "キー",
    passkey: "パスキー",
    totp: "認証アプリ",
    removed: "削除済み",
    footer: "このメールアドレスのアカウントがあるため、UDT が送信しました。",
    footer_signup: "このメールアドレスで登録が行われたため、UDT が送信しました。",
  },
};
