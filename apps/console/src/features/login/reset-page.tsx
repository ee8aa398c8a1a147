import { ApiError } from "@udt/client";
import { useRef, useState, type FormEvent } from "react";
import { Link } from "react-router";
import "../../lib/components/button.css";
import { errorText } from "../../lib/errors/index.ts";
import { getT, useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { newPasswordHint, newPasswordRule, useRuleText } from "../../lib/rules/index.ts";
import { BackToSignIn } from "./forgot-page.tsx";
import { LoginField, PasswordInput } from "./login-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { LoginSubmit } from "./login-submit.tsx";
import { useResetPassword } from "./use-forgotten.ts";

/** Where the mailed link leads: sets a new password. What proves it is behind the `#`, which no server log has. */
export function ResetPage() {
  const t = useT("login");
  const reset = useResetPassword();
  const [token] = useState(() => window.location.hash.slice(1));
  const isOver = reset.error instanceof ApiError && reset.error.code === "password_link_over";
  if (reset.isSuccess) {
    return (
      <LoginFrame title={t("reset.done")} lead={t("reset.done_text")}>
        <BackToSignIn />
      </LoginFrame>
    );
  }
  if (token === "" || isOver) {
    return (
      <LoginFrame title={t("link_over")} lead={t("link_over_text")}>
        <Link className="udt-button login-submit" to={paths.forgotPassword()}>
          {t("forgot.again")}
        </Link>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame title={t("reset.title")} lead={t("reset.lead")}>
      <ResetForm reset={reset} token={token} />
    </LoginFrame>
  );
}

function ResetForm({ reset, token }: { reset: ReturnType<typeof useResetPassword>; token: string }) {
  const t = useT("login");
  const texts = useRuleText();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<{ password?: string | undefined; repeat?: string | undefined }>({});
  const told =
    texts.refused(reset.error, "new_password") ??
    (reset.error instanceof ApiError && reset.error.code === "password_common" ? errorText(reset.error) : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = new FormData(form.current!);
    const [password, repeat] = ["password", "repeat"].map((name) => String(given.get(name)));
    const found = {
      password: texts.check(newPasswordRule(), password),
      repeat: repeat === password ? undefined : getT("rules")("password_repeat"),
    };
    setWrong(found);
    reset.reset();
    const first = found.password !== undefined ? "password" : found.repeat !== undefined ? "repeat" : undefined;
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else reset.mutate({ token, new_password: password! });
  };

  return (
    <form ref={form} noValidate onSubmit={submit}>
      <LoginField
        label={t("reset.password")}
        error={wrong.password ?? told}
        hint={newPasswordHint()}
        render={(given) => <PasswordInput {...given} name="password" autoComplete="new-password" autoFocus />}
      />
      <LoginField
        label={t("signup.repeat")}
        error={wrong.repeat}
        render={(given) => <PasswordInput {...given} name="repeat" autoComplete="new-password" />}
      />
      <LoginSubmit
        label={t("reset.submit")}
        pendingLabel={t("reset.submitting")}
        pending={reset.isPending}
        error={told === undefined ? reset.error : null}
      />
    </form>
  );
}
