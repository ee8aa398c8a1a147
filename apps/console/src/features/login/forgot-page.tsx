import { LIMITS, rules } from "@udt/contract";
import { useRef, useState, type FormEvent } from "react";
import { Link } from "react-router";
import "../../lib/components/button.css";
import { CheckIcon } from "../../lib/components/icons.tsx";
import { config } from "../../lib/config/index.ts";
import { getT, useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { useRuleText } from "../../lib/rules/index.ts";
import { LoginField } from "./login-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { LoginSubmit } from "./login-submit.tsx";
import { useForgotPassword } from "./use-forgotten.ts";

/** Asks for a mailed link that sets a new password. */
export function ForgotPage() {
  const t = useT("login");
  const forgot = useForgotPassword();
  if (!config().password_mail) {
    return (
      <LoginFrame title={t("forgot.title")} lead={getT("errors")("rows.mail_not_set")}>
        <BackToSignIn />
      </LoginFrame>
    );
  }
  if (forgot.isSuccess) {
    return (
      <LoginFrame title={t("forgot.sent")} lead={t("forgot.sent_text", { email: forgot.variables.email })}>
        <div className="login-done" role="status">
          <span aria-hidden>
            <CheckIcon />
          </span>
          {t("forgot.sent_next", { minutes: LIMITS.password_link_ms / 60_000 })}
        </div>
        <BackToSignIn />
      </LoginFrame>
    );
  }
  return (
    <LoginFrame title={t("forgot.title")} lead={t("forgot.lead")}>
      <ForgotForm forgot={forgot} />
      <p className="login-other">
        <Link to={paths.login()}>{t("signup.back")}</Link>
      </p>
    </LoginFrame>
  );
}

export function BackToSignIn() {
  const t = useT("login");
  return (
    <Link className="udt-button login-submit" to={paths.login()}>
      {t("signup.back")}
    </Link>
  );
}

function ForgotForm({ forgot }: { forgot: ReturnType<typeof useForgotPassword> }) {
  const t = useT("login");
  const texts = useRuleText();
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = (input.current?.value ?? "").trim();
    const words = texts.check(rules.email, email);
    setWrong(words);
    if (words !== undefined) input.current?.focus();
    else forgot.mutate({ email });
  };
  return (
    <form noValidate onSubmit={submit}>
      <LoginField
        label={t("email")}
        error={wrong}
        render={(given) => (
          <input
            {...given}
            ref={input}
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            maxLength={LIMITS.email_max}
            onInput={() => setWrong(undefined)}
          />
        )}
      />
      <LoginSubmit
        label={t("forgot.submit")}
        pendingLabel={t("forgot.submitting")}
        pending={forgot.isPending}
        error={forgot.error}
      />
    </form>
  );
}
