import { LIMITS } from "@udt/contract";
import { useRef, useState, type FormEvent } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import "../../lib/components/button.css";
import { config } from "../../lib/config/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths, safeRedirect } from "../../lib/navigation/paths.ts";
import { LoginField, PasswordInput } from "./login-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { LoginSubmit } from "./login-submit.tsx";
import { AwaitedDecision } from "./awaited-decision.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { ProviderButtons } from "./provider-buttons.tsx";
import { ResendLink } from "./resend-link.tsx";
import { SignupLink } from "./signup-link.tsx";
import { isUnconfirmed, needsSecondStep, useLogin, waitingToken } from "./use-login.ts";

export function LoginPage() {
  const t = useT("login");
  return (
    <LoginFrame title={t("title")} lead={t("lead")}>
      <LoginForm />
      <PasskeyButton label={t("passkey")} noneHint={t("passkey_none")} />
      <ProviderButtons />
      <p className="login-other">
        <SignupLink />
      </p>
    </LoginFrame>
  );
}

function LoginForm() {
  const t = useT("login");
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const login = useLogin();
  const token = waitingToken(login.error);
  const password = useRef<HTMLInputElement>(null);
  const email = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState<{ email: boolean; password: boolean }>({ email: false, password: false });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { email: (email.current?.value ?? "").trim(), password: password.current?.value ?? "" };
    const gaps = { email: body.email === "", password: body.password === "" };
    setMissing(gaps);
    if (gaps.email || gaps.password) {
      (gaps.email ? email : password).current?.focus();
      return;
    }
    login.mutate(body, {
      onSuccess: () => void navigate(safeRedirect(search.get("redirect"), paths.home()), { replace: true }),
      onError: (error) => {
        if (needsSecondStep(error)) void navigate(paths.secondStep(search.get("redirect")));
        else password.current?.select();
      },
    });
  };

  return (
    <form noValidate onSubmit={submit}>
      <LoginField
        label={t("email")}
        error={missing.email ? t("email_missing") : undefined}
        render={(given) => (
          <input
            {...given}
            ref={email}
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            maxLength={LIMITS.email_max}
            onInput={() => setMissing((now) => ({ ...now, email: false }))}
          />
        )}
      />
      <LoginField
        label={t("password")}
        error={missing.password ? t("password_missing") : undefined}
        render={(given) => (
          <PasswordInput
            {...given}
            ref={password}
            name="password"
            autoComplete="current-password"
            onInput={() => setMissing((now) => ({ ...now, password: false }))}
          />
        )}
      />
      {config().password_mail && (
        <p className="login-forgot">
          <Link to={paths.forgotPassword()}>{t("forgot.link")}</Link>
        </p>
      )}
      {token !== null && <AwaitedDecision key={token} token={token} error={login.error} />}
      <LoginSubmit
        label={t("submit")}
        pendingLabel={t("submitting")}
        pending={login.isPending}
        error={token !== null || needsSecondStep(login.error) ? null : login.error}
      />
      {login.variables && isUnconfirmed(login.error) && <ResendLink given={login.variables} />}
    </form>
  );
}
