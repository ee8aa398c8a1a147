import { SIGN_IN_KINDS, type SignInKind } from "@udt/contract";
import { signInEndpoints } from "@udt/contract/endpoints/sign-in";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { api } from "../../lib/api/api.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { LoginFrame } from "./login-frame.tsx";
import { refusalText } from "./refusal-text.ts";

/** Where a sign-in window begins, so that the whole way out and back belongs to it and its cookies. */
export function OauthStartPage() {
  const t = useT("login");
  const [search] = useSearchParams();
  const kind = SIGN_IN_KINDS.find((known): known is SignInKind => known === search.get("kind"));
  const hand_over = search.get("hand_over") === "1";
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (!kind) return undefined;
    const stop = new AbortController();
    api
      .call(signInEndpoints.signInAuthUrl, { params: { kind }, body: { hand_over }, signal: stop.signal })
      .then(({ auth_url }) => window.location.replace(auth_url))
      .catch((reason: unknown) => stop.signal.aborted || setError(reason));
    return () => stop.abort();
  }, [kind, hand_over]);
  const failure = error === undefined ? undefined : errorText(error);
  const words = kind ? failure : refusalText("sign_in_state");
  return (
    <LoginFrame title={words ? t("failed") : t("leaving")} lead={words ?? t("leaving_text")}>
      {null}
    </LoginFrame>
  );
}
