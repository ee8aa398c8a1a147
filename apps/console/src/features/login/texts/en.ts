const en = {
  title: "Sign in",
  lead: "Debug real and virtual phones from your browser, run tests on them, read the reports.",
  email: "Email",
  password: "Password",
  show: "Show password",
  hide: "Hide password",
  submit: "Sign in",
  submitting: "Signing in…",
  email_missing: "Enter your email address.",
  password_missing: "Enter your password.",
  passkey: "Sign in with a passkey",
  passkey_none: "Have you none yet? Sign in with your password, and add one on the account page.",
  link_over: "This link no longer works",
  link_over_text: "It was used already, or is too old.",
  no_account: "No account yet?",
  or: "or",
  with: "Sign in with {name}",
  with_kind: {
    oidc: "Single sign-on",
    wework: "Sign in with WeCom",
    wechat: "Sign in with WeChat",
    qq: "Sign in with QQ",
  },
  window_failed: "The sign-in window failed to open. Allow pop-ups for this site, then try again.",
  window_repeated: "The sign-in window is open already. Do not open it repeatedly.",
  leaving: "On to sign-in…",
  leaving_text: "This window goes on to the provider by itself.",
  failed: "Sign-in failed",
  success: "You are signed in",
  success_text: "On to the page you wanted…",
  finished: "Done",
  finished_text: "You can close this window.",
  welcome: "Unified Device Testing",
  desktop: {
    title: "Sign in for the desktop app",
    sign_in_first: "Sign in here first; then this page hands the sign-in to the app.",
    lead: "Signed in as {name}. Now hand the sign-in to the desktop app on this computer.",
    open: "Open the desktop app",
    by_hand: "Or paste this ticket into the app:",
    copy: "Copy",
    seconds: "Good once, for another {seconds} s.",
    again: "The ticket is over. Make a new one",
  },
  second: {
    title: "Second step",
    lead: {
      passkey: "Unlock one of your passkeys, or enter a code.",
      none: "Your account asks for more than the password.",
      totp: "Enter the code that your authenticator app shows now.",
      recovery: "Enter one of the recovery codes that you kept. It is good once.",
    },
    code: { totp: "Code of the app", recovery: "Recovery code" },
    use: { passkey: "Use a passkey", totp: "Use the authenticator app", recovery: "Use a recovery code" },
    missing: "Enter the code.",
    back: "Begin again",
  },
  signup: {
    link: "Register",
    title: "Register",
    lead: "An administrator of this server looks at each registration before the first sign-in.",
    have_account: "Registered already?",
    nickname: "Nickname",
    nickname_hint: "How others see you; at most {max} characters.",
    repeat: "Repeat the password",
    submit: "Register",
    submitting: "Registering…",
    done: "Registration received",
    done_text: "Your account {email} is waiting for approval.",
    done_next:
      "You can sign in as soon as an administrator has approved it. Until then, signing in tells you where it stands.",
    back: "Go to sign-in",
    mailed: {
      lead: {
        approval:
          "Confirm your address by the link that is mailed to you; then an administrator of this server approves your account.",
        at_once: "You can sign in as soon as you have confirmed your address.",
      },
      approval: "After that an administrator approves it: then you can sign in.",
      done: "Look into your mailbox",
      done_text: "A link to confirm your address is on its way to {email}.",
      done_next:
        "It is good for {hours} hours, once; the account is made when you open it and enter your password. One mailbox gets ten a day at most: earlier ones work as well.",
      no_mail:
        "No mail? Look among the unwanted ones, or sign in to have it sent again. An address gets at most ten in a day: then one that came earlier that day does as well.",
    },
    at_once: {
      lead: "You can sign in as soon as you have registered.",
      done: "You are registered",
      done_text: "Your account {email} is ready.",
      done_next: "Sign in with this email and your password.",
    },
  },
  confirm: {
    title: "Confirm your address",
    lead: "Enter the password that you registered with: then your account is made. Somebody else registered you, or you forgot it? Set another one.",
    lead_anew: "The account is made with this password; the one that was registered with no longer counts.",
    anew: "Set another password",
    known: "Enter the password I registered with",
    submit: "Confirm",
    submitting: "Confirming…",
    wrong: "This is not the password that you registered with.",
    over_next:
      "Perhaps your account is there: sign in. If not, sign-in offers another link for {days} days after you registered.",
    done: { approving: "Your address is confirmed", approved: "Your account is ready" },
    done_text: {
      approving: "You are {user_name} here, and can sign in as soon as an administrator has approved your account.",
      approved: "You are {user_name} here. Sign in with your email and your password.",
    },
    resend: "Send the link again",
    resending: "Sending…",
    resent:
      "The link is on its way. Look into your mailbox, among the unwanted mails too. One mailbox gets ten a day at most: earlier ones work as well.",
  },
  forgot: {
    link: "Forgot your password?",
    title: "Forgot your password?",
    lead: "Tell your email address, and a link to set a new password is sent to it.",
    submit: "Send the link",
    submitting: "Sending…",
    sent: "Look into your mailbox",
    sent_text: "If an account signs in by {email} and a password, a link is on its way there.",
    sent_next:
      "It is good for {minutes} minutes, once. No mail? Look among the unwanted ones, or ask again in five minutes.",
    again: "Ask for another link",
  },
  reset: {
    title: "Set a new password",
    lead: "Every browser that is signed in with this account is signed out, and its API keys end.",
    password: "New password",
    submit: "Set the password",
    submitting: "Setting…",
    done: "The new password is set",
    done_text: "Sign in with it.",
  },
  picture: { live: "Live", touch: "Touch", log: "Log" },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    login: typeof en;
  }
}
