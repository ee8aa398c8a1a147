import { ApiError } from "@udt/client";
import { LIMITS } from "@udt/contract";
import { App, Button, Input } from "antd";
import { useRef, useState, type FormEvent } from "react";
import { errorText } from "../../lib/errors/index.ts";
import { Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { newPasswordHint, newPasswordRule, useRuleText } from "../../lib/rules/index.ts";
import { useUser } from "../../lib/session/index.ts";
import { useChangePassword } from "./use-account.ts";

const EMPTY = { old_password: "", new_password: "", repeat: "" };
type FieldName = keyof typeof EMPTY;

export function PasswordForm() {
  const t = useT("account");
  const ruleTexts = useT("rules");
  const texts = useRuleText();
  const user = useUser();
  const { message } = App.useApp();
  const change = useChangePassword();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(EMPTY);
  // A field is judged once it was left, or all are once the form was sent.
  const [judged, setJudged] = useState<readonly FieldName[]>([]);

  const problems: Record<FieldName, string | undefined> = {
    old_password: values.old_password === "" ? t("password.old_missing") : undefined,
    new_password: texts.check(newPasswordRule(), values.new_password),
    repeat: values.repeat === values.new_password ? undefined : ruleTexts("password_repeat"),
  };
  // The server's word about the present password stands until it is changed.
  const aboutOld =
    change.error instanceof ApiError && ["wrong_password", "too_many_attempts"].includes(change.error.code ?? "");
  const refused: Partial<Record<FieldName, string>> = {
    ...(aboutOld && { old_password: errorText(change.error) }),
  };
  const isCommon = change.error instanceof ApiError && change.error.code === "password_common";
  const refusedNew = isCommon ? errorText(change.error) : texts.refused(change.error, "new_password");
  if (refusedNew !== undefined) refused.new_password = refusedNew;
  const wrong = (name: FieldName) => refused[name] ?? (judged.includes(name) ? problems[name] : undefined);

  const bind = (name: FieldName) => ({
    name,
    value: values[name],
    maxLength: LIMITS.password_units_max,
    ...(wrong(name) !== undefined && { status: "error" as const }),
    onChange: (event: { target: { value: string } }) => {
      setValues({ ...values, [name]: event.target.value });
      if (name in refused) change.reset();
    },
    onBlur: () => {
      if (values[name] !== "") setJudged([...judged, name]);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const names = Object.keys(EMPTY) as FieldName[];
    setJudged(names);
    const broken = names.find((name) => problems[name] !== undefined);
    if (broken) form.current?.querySelector<HTMLElement>(`[name=${broken}]`)?.focus();
    if (broken || change.isPending) return;
    change.mutate(
      { old_password: values.old_password, new_password: values.new_password },
      {
        onSuccess: () => {
          setValues(EMPTY);
          setJudged([]);
          void message.success(t("password.saved"));
        },
      },
    );
  };

  return (
    <form ref={form} className="account-form" noValidate onSubmit={submit}>
      {/* Tells password managers whose password this is. */}
      <input type="email" hidden readOnly autoComplete="username" value={user.email} />
      <Field
        label={t("password.old")}
        error={wrong("old_password")}
        render={(control) => <Input.Password {...control} {...bind("old_password")} autoComplete="current-password" />}
      />
      <Field
        label={t("password.new")}
        hint={newPasswordHint()}
        error={wrong("new_password")}
        render={(control) => <Input.Password {...control} {...bind("new_password")} autoComplete="new-password" />}
      />
      <Field
        label={t("password.repeat")}
        error={wrong("repeat")}
        render={(control) => <Input.Password {...control} {...bind("repeat")} autoComplete="new-password" />}
      />
      <Button htmlType="submit" loading={change.isPending}>
        {t("password.save")}
      </Button>
    </form>
  );
}
