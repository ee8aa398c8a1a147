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
  wait: "Too many attempts. Try again in {seconds} s.",
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
    at_once: {
      lead: "You can sign in as soon as you have registered.",
      done: "You are registered",
      done_text: "Your account {email} is ready.",
      done_next: "Sign in with this email and your password.",
    },
  },
  picture: { live: "Live", touch: "Touch", log: "Log" },
};
export default en;

declare module "../../../lib/i18n/namespaces.ts" {
  interface Namespaces {
    login: typeof en;
  }
}
