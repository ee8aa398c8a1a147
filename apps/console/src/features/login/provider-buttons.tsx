import { useMutation } from "@tanstack/react-query";
import type { ErrorName, SignInKind } from "@udt/contract";
import { signInEndpoints } from "@udt/contract/endpoints/sign-in";
import { userEndpoints } from "@udt/contract/endpoints/users";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { api } from "../../lib/api/api.ts";
import { config } from "../../lib/config/index.ts";
import { isEmbedded } from "../../lib/embed/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths, safeRedirect } from "../../lib/navigation/paths.ts";
import { refusalText } from "./refusal-text.ts";
import { needsSecondStep, useEntered } from "./use-login.ts";
import { onSignInWord, openSignInWindow, type WindowFault } from "./sign-in-window.ts";

type Fault = { window: WindowFault } | { code: ErrorName } | { error: unknown };

/** A button for each way to sign in elsewhere. */
export function ProviderButtons() {
  const t = useT("login");
  const [search] = useSearchParams();
  const redirect = safeRedirect(search.get("redirect"), paths.home());
  const navigate = useNavigate();
  const [fault, setFault] = useState<Fault>();
  const enter = useEnter(redirect, setFault);
  const leave = useMutation({
    mutationFn: (kind: SignInKind) => api.call(signInEndpoints.signInAuthUrl, { params: { kind }, body: { redirect } }),
    onSuccess: ({ auth_url }) => window.location.assign(auth_url),
    onError: (error) => setFault({ error }),
  });
  useEffect(
    () =>
      onSignInWord(({ ticket, error }) => {
        if (error === "second_step_needed") void navigate(paths.secondStep(redirect));
        else if (error) setFault({ code: error });
        else enter.mutate(ticket);
      }),
    [enter, navigate, redirect],
  );

  const { sign_in } = config();
  if (sign_in.length === 0) return null;
  const press = (kind: SignInKind) => {
    setFault(undefined);
    // A code to scan is a window of its own; and within a frame, where providers do not show, everything is.
    if (kind === "oidc" && !isEmbedded()) return leave.mutate(kind);
    const window = openSignInWindow(kind, isEmbedded());
    if (window) setFault({ window });
    return undefined;
  };
  return (
    <div className="login-providers">
      <div className="login-or">{t("or")}</div>
      {fault && (
        <div className="login-error" role="alert">
          {"window" in fault ? t(fault.window) : "code" in fault ? refusalText(fault.code) : errorText(fault.error)}
        </div>
      )}
      {sign_in.map(({ kind, name }) => (
        <button
          key={kind}
          type="button"
          className="udt-button login-submit"
          disabled={leave.isPending || leave.isSuccess || enter.isPending}
          onClick={() => press(kind)}
        >
          {name === "" ? t(`with_kind.${kind}`) : t("with", { name })}
        </button>
      ))}
    </div>
  );
}

/** Goes on as who signed in in a window; with its ticket where the window's session is not this page's. */
function useEnter(redirect: string, onFault: (fault: Fault) => void) {
  const entered = useEntered();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (ticket: string | undefined) =>
      api.call(userEndpoints.userInfo, ticket === undefined ? {} : { query: { ticket } }),
    onSuccess: (user) => {
      entered(user);
      void navigate(redirect, { replace: true });
    },
    onError: (error) => (needsSecondStep(error) ? void navigate(paths.secondStep(redirect)) : onFault({ error })),
  });
}
