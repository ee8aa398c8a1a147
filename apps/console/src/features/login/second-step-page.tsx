import { useMutation, useQuery } from "@tanstack/react-query";
import { LIMITS, type SecondStepMethod } from "@udt/contract";
import { secondFactorEndpoints } from "@udt/contract/endpoints/second-factor";
import { ApiError } from "@udt/client";
import { useRef, useState, type FormEvent } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import "../../lib/components/button.css";
import { api } from "../../lib/api/api.ts";
import { queryOf } from "../../lib/api/queries.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths, safeRedirect } from "../../lib/navigation/paths.ts";
import { LoginField } from "./login-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import { LoginSubmit } from "./login-submit.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { useEntered } from "./use-login.ts";

/** What follows a right password where the account asks for more. */
export function SecondStepPage() {
  const t = useT("login");
  const [search] = useSearchParams();
  const pending = useQuery({
    ...queryOf(secondFactorEndpoints.secondStepGet, {}),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const [chosen, setChosen] = useState<SecondStepMethod>();
  const methods = pending.data?.methods ?? [];
  const method = chosen ?? methods[0];
  const hasPasskey = pending.data?.passkey === true;
  const lead = hasPasskey ? "passkey" : (method ?? "none");
  return (
    <LoginFrame title={t("second.title")} lead={t(`second.lead.${lead}`)}>
      {hasPasskey && <PasskeyButton label={t("second.use.passkey")} />}
      {method && <CodeForm key={method} method={method} />}
      {pending.error && (
        <div className="login-error" role="alert">
          {errorText(pending.error)}
        </div>
      )}
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <button key={other} type="button" className="udt-button login-submit" onClick={() => setChosen(other)}>
            {t(`second.use.${other}`)}
          </button>
        ))}
      <p className="login-other">
        <Link to={paths.login(safeRedirect(search.get("redirect"), paths.home()))} replace>
          {t("second.back")}
        </Link>
      </p>
    </LoginFrame>
  );
}

function CodeForm({ method }: { method: SecondStepMethod }) {
  const t = useT("login");
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const redirect = safeRedirect(search.get("redirect"), paths.home());
  const entered = useEntered();
  const field = useRef<HTMLInputElement>(null);
  const [missing, setMissing] = useState(false);
  const finish = useMutation({
    mutationFn: (code: string) => api.call(secondFactorEndpoints.secondStepCode, { body: { method, code } }),
    onSuccess: entered,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const code = (field.current?.value ?? "").trim();
    setMissing(code === "");
    if (code === "") {
      field.current?.focus();
      return;
    }
    finish.mutate(code, {
      onSuccess: () => void navigate(redirect, { replace: true }),
      onError: (error) => {
        // Nothing can be entered any more: only the way back is left.
        const isOver = error instanceof ApiError && error.code === "second_step_over";
        if (isOver && field.current) field.current.disabled = true;
        else field.current?.select();
      },
    });
  };
  return (
    <form noValidate onSubmit={submit}>
      <LoginField
        label={t(`second.code.${method}`)}
        error={missing ? t("second.missing") : undefined}
        render={(given) => (
          <input
            {...given}
            ref={field}
            name="code"
            autoFocus
            autoComplete={method === "totp" ? "one-time-code" : "off"}
            autoCapitalize="characters"
            spellCheck={false}
            inputMode={method === "totp" ? "numeric" : "text"}
            maxLength={LIMITS.second_code_max}
            onInput={() => setMissing(false)}
          />
        )}
      />
      <LoginSubmit label={t("submit")} pendingLabel={t("submitting")} pending={finish.isPending} error={finish.error} />
    </form>
  );
}
