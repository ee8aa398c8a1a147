import type { ComponentType } from "react";
import type { Namespace } from "../lib/i18n/index.ts";

/** Screens that need no session. */
export const PUBLIC_SCREENS: readonly {
  path: string;
  texts?: readonly Namespace[];
  load: () => Promise<ComponentType>;
}[] = [
  {
    path: "/login",
    texts: ["passkeys"],
    load: async () => (await import("../features/login/login-page.tsx")).LoginPage,
  },
  {
    path: "/login/second",
    texts: ["passkeys"],
    load: async () => (await import("../features/login/second-step-page.tsx")).SecondStepPage,
  },
  {
    path: "/login/set_up",
    texts: ["account", "own-passkeys", "passkeys", "refusals", "rules", "two-step"],
    load: async () => {
      const [{ SecondFactorPage }, { loadAntdLocale }] = await Promise.all([
        import("./second-factor-page.tsx"),
        import("./shell/antd-locale.ts"),
      ]);
      await loadAntdLocale();
      return SecondFactorPage;
    },
  },
  { path: "/signup", load: async () => (await import("../features/login/signup-page.tsx")).SignupPage },
  { path: "/forgot_password", load: async () => (await import("../features/login/forgot-page.tsx")).ForgotPage },
  { path: "/reset_password", load: async () => (await import("../features/login/reset-page.tsx")).ResetPage },
  { path: "/confirm_email", load: async () => (await import("../features/login/confirm-page.tsx")).ConfirmPage },
  { path: "/oauth/start", load: async () => (await import("../features/login/oauth-start-page.tsx")).OauthStartPage },
  {
    path: "/oauth/success",
    load: async () => (await import("../features/login/oauth-success-page.tsx")).OauthSuccessPage,
  },
  { path: "/finish", load: async () => (await import("../features/login/finish-page.tsx")).FinishPage },
  {
    path: "/watch/:token",
    texts: ["refusals", "watch"],
    load: async () => (await import("../features/watch/watch-page.tsx")).WatchPage,
  },
  { path: "/desktop/auth/success", load: async () => (await import("../features/login/desktop-page.tsx")).DesktopPage },
];
