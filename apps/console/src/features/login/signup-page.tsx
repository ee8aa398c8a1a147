import { withGap } from "../../lib/format/index.ts";
import { LIMITS } from "@udt/contract";
import { useRef, useState, type ChangeEvent, type FormEvent } from "react";
import { Link } from "react-router";
import "../../lib/components/button.css";
import { config } from "../../lib/config/index.ts";
import { CheckIcon } from "../../lib/components/icons.tsx";
import { getT, useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { newPasswordHint, useRuleText } from "../../lib/rules/index.ts";
import { LoginField, PasswordInput } from "./login-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { LoginSubmit } from "./login-submit.tsx";
import { FIELDS, refusedFields, wrongWith, type Field, type Values } from "./signup-form.ts";
import { Decided } from "./decided.tsx";
import { useDecision } from "./use-decision.ts";
import { useSignup } from "./use-signup.ts";

/** Registration with an email address (document 2 §5). */
export function SignupPage() {
  const t = useT("login");
  const signup = useSignup();
  const { signup_open, signup_approval, password_mail } = config();
  if (signup.isSuccess) return <Registered email={signup.variables.email} token={signup.data.token} />;
  if (!signup_open) return <Closed />;
  return (
    <LoginFrame
      title={t("signup.title")}
      lead={t(
        password_mail
          ? `signup.mailed.lead.${signup_approval ? "approval" : "at_once"}`
          : signup_approval
            ? "signup.lead"
            : "signup.at_once.lead",
      )}
    >
      <SignupForm signup={signup} />
      <p className="login-other">
        {withGap(t("signup.have_account"))}
        <Link to={paths.login()}>{t("title")}</Link>
      </p>
    </LoginFrame>
  );
}

/** Who has the address from elsewhere fills in no form for nothing. */
function Closed() {
  const t = useT("login");
  return (
    <LoginFrame title={t("signup.title")} lead={getT("errors")("rows.signup_closed")}>
      <Link className="udt-button login-submit" to={paths.login()}>
        {t("signup.back")}
      </Link>
    </LoginFrame>
  );
}

/** What happens next: they confirm their address, an administrator has to decide, or nobody has. */
function Registered({ email, token }: { email: string; token: string | null }) {
  const t = useT("login");
  const decision = useDecision(token);
  const { signup_approval, password_mail } = config();
  const next = password_mail ? "signup.mailed" : signup_approval ? "signup" : "signup.at_once";
  const hours = LIMITS.signup_link_ms / 3_600_000;
  if (decision === "approved" || decision === "rejected") return <Decided decision={decision} />;
  return (
    <LoginFrame title={t(`${next}.done`)} lead={t(`${next}.done_text`, { email })}>
      <div className="login-done" role="status">
        <span aria-hidden>
          <CheckIcon />
        </span>
        <div>
          <p>{t(`${next}.done_next`, { hours })}</p>
          {password_mail && signup_approval && <p>{t("signup.mailed.approval")}</p>}
          {password_mail && <p>{t("signup.mailed.no_mail")}</p>}
        </div>
      </div>
      <Link className="udt-button login-submit" to={paths.login()}>
        {t("signup.back")}
      </Link>
    </LoginFrame>
  );
}

function SignupForm({ signup }: { signup: ReturnType<typeof useSignup> }) {
  const t = useT("login");
  const texts = useRuleText();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Values>({ user_name: "", email: "", password: "", repeat: "" });
  // A field is judged once it was left, or all are once the form was sent.
  const [judged, setJudged] = useState<ReadonlySet<Field>>(new Set());
  // What the server said stands until the field changes.
  const [refused, setRefused] = useState<Partial<Record<Field, string | undefined>>>({});

  const wrong = (field: Field) => refused[field] ?? (judged.has(field) ? wrongWith(field, values, texts) : undefined);
  const focus = (field: Field | undefined) =>
    field && form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
  const bind = (field: Field) => ({
    name: field,
    value: values[field],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setValues({ ...values, [field]: event.target.value });
      setRefused({ ...refused, [field]: undefined });
    },
    onBlur: () => values[field] !== "" && setJudged(new Set([...judged, field])),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setJudged(new Set(FIELDS));
    const first = FIELDS.find((field) => wrongWith(field, values, texts) !== undefined);
    if (first) {
      focus(first);
      return;
    }
    signup.mutate(
      { user_name: values.user_name.trim(), email: values.email.trim(), password: values.password },
      {
        onError: (error) => {
          const found = refusedFields(error, texts);
          setRefused(found);
          focus(FIELDS.find((field) => field in found));
        },
      },
    );
  };

  const onField = signup.error !== null && Object.keys(refusedFields(signup.error, texts)).length > 0;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <LoginField
        label={t("signup.nickname")}
        error={wrong("user_name")}
        hint={t("signup.nickname_hint", { max: LIMITS.nickname_max })}
        render={(given) => <input {...given} {...bind("user_name")} autoComplete="nickname" autoFocus />}
      />
      <LoginField
        label={t("email")}
        error={wrong("email")}
        render={(given) => (
          <input {...given} {...bind("email")} type="email" autoComplete="email" maxLength={LIMITS.email_max} />
        )}
      />
      <LoginField
        label={t("password")}
        error={wrong("password")}
        hint={newPasswordHint()}
        render={(given) => <PasswordInput {...given} {...bind("password")} autoComplete="new-password" />}
      />
      <LoginField
        label={t("signup.repeat")}
        error={wrong("repeat")}
        render={(given) => <PasswordInput {...given} {...bind("repeat")} autoComplete="new-password" />}
      />
      <LoginSubmit
        label={t("signup.submit")}
        pendingLabel={t("signup.submitting")}
        pending={signup.isPending}
        error={onField ? null : signup.error}
      />
    </form>
  );
}
