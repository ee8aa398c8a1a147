import { ApiError } from "@udt/client";
import { useRef, useState, type FormEvent } from "react";
import { errorText } from "../../lib/errors/index.ts";
import { getT, useT } from "../../lib/i18n/index.ts";
import { newPasswordHint, newPasswordRule, useRuleText } from "../../lib/rules/index.ts";
import { LoginField, PasswordInput } from "./login-field.tsx";
import { LoginSubmit } from "./login-submit.tsx";

/** Sets a password where a mailed link has proved who it is. */
export function NewPasswordForm({
  submitLabel,
  pendingLabel,
  setting,
  onPassword,
}: {
  submitLabel: string;
  pendingLabel: string;
  /** The call that sets it as `new_password`. */
  setting: { isPending: boolean; error: unknown; reset(): void };
  /** It keeps the rule, and was entered twice. */
  onPassword: (new_password: string) => void;
}) {
  const t = useT("login");
  const texts = useRuleText();
  const form = useRef<HTMLFormElement>(null);
  const [wrong, setWrong] = useState<{ password?: string | undefined; repeat?: string | undefined }>({});
  const told =
    texts.refused(setting.error, "new_password") ??
    (setting.error instanceof ApiError && setting.error.code === "password_common"
      ? errorText(setting.error)
      : undefined);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const password = String(given.get("password"));
    const repeat = String(given.get("repeat"));
    const found = {
      password: texts.check(newPasswordRule(), password),
      repeat: repeat === password ? undefined : getT("rules")("password_repeat"),
    };
    setWrong(found);
    setting.reset();
    const first = found.password !== undefined ? "password" : found.repeat !== undefined ? "repeat" : undefined;
    if (first) form.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else onPassword(password);
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
        label={submitLabel}
        pendingLabel={pendingLabel}
        pending={setting.isPending}
        error={told === undefined ? setting.error : null}
      />
    </form>
  );
}
