import { ApiError } from "@udt/client";
import { LIMITS } from "@udt/contract";
import { useRef, useState, type FormEvent } from "react";
import { useT } from "../../lib/i18n/index.ts";
import { BackToSignIn } from "./forgot-page.tsx";
import { LoginField, PasswordInput } from "./login-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { LoginSubmit } from "./login-submit.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { Decided } from "./decided.tsx";
import { useDecision } from "./use-decision.ts";
import { useConfirmEmail } from "./use-confirm.ts";

const isCode = (error: unknown, code: "signup_link_over" | "wrong_password") =>
  error instanceof ApiError && error.code === code;

/** Where the link leads that is mailed to who registered. What proves it is behind the `#`, which no server log has. */
export function ConfirmPage() {
  const t = useT("login");
  const confirm = useConfirmEmail();
  const decision = useDecision(confirm.data?.token ?? null);
  const [token] = useState(() => window.location.hash.slice(1));
  // Who has the mailbox need not have registered: then they do not know the password.
  const [anew, setAnew] = useState(false);
  if (decision === "approved" || decision === "rejected") return <Decided decision={decision} />;
  if (confirm.data) {
    const { state, user_name } = confirm.data;
    return (
      <LoginFrame title={t(`confirm.done.${state}`)} lead={t(`confirm.done_text.${state}`, { user_name })}>
        <BackToSignIn />
      </LoginFrame>
    );
  }
  if (token === "" || isCode(confirm.error, "signup_link_over")) {
    return (
      <LoginFrame title={t("link_over")} lead={t("link_over_text")}>
        <p>{t("confirm.over_next", { days: LIMITS.signup_waits_ms / 86_400_000 })}</p>
        <BackToSignIn />
      </LoginFrame>
    );
  }
  return (
    <LoginFrame title={t("confirm.title")} lead={t(anew ? "confirm.lead_anew" : "confirm.lead")}>
      {anew ? (
        <NewPasswordForm
          submitLabel={t("confirm.submit")}
          pendingLabel={t("confirm.submitting")}
          setting={confirm}
          onPassword={(new_password) => confirm.mutate({ token, new_password })}
        />
      ) : (
        <ConfirmForm confirm={confirm} token={token} />
      )}
      <button
        type="button"
        className="udt-button login-submit"
        onClick={() => {
          confirm.reset();
          setAnew(!anew);
        }}
      >
        {t(anew ? "confirm.known" : "confirm.anew")}
      </button>
    </LoginFrame>
  );
}

function ConfirmForm({ confirm, token }: { confirm: ReturnType<typeof useConfirmEmail>; token: string }) {
  const t = useT("login");
  const input = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState(false);
  const isWrong = isCode(confirm.error, "wrong_password");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const password = input.current?.value ?? "";
    setMissing(password === "");
    if (password === "") input.current?.focus();
    else confirm.mutate({ token, password }, { onError: () => input.current?.select() });
  };
  const wrong = isWrong ? t("confirm.wrong") : undefined;
  return (
    <form noValidate onSubmit={submit}>
      <LoginField
        label={t("password")}
        error={missing ? t("password_missing") : wrong}
        render={(given) => (
          <PasswordInput
            {...given}
            ref={input}
            name="password"
            autoComplete="current-password"
            autoFocus
            onInput={() => setMissing(false)}
          />
        )}
      />
      <LoginSubmit
        label={t("confirm.submit")}
        pendingLabel={t("confirm.submitting")}
        pending={confirm.isPending}
        error={isWrong ? null : confirm.error}
      />
    </form>
  );
}
