import { useMutation, useQuery } from "@tanstack/react-query";
import { LIMITS } from "@udt/contract";
import { signInEndpoints } from "@udt/contract/endpoints/sign-in";
import { useEffect } from "react";
import { Link } from "react-router";
import "../../lib/components/button.css";
import { CopyButton } from "../../lib/components/copy-button.tsx";
import { api } from "../../lib/api/api.ts";
import { config } from "../../lib/config/index.ts";
import { errorText } from "../../lib/errors/index.ts";
import { useNow } from "../../lib/format/use-now.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { userQuery } from "../../lib/session/use-user.ts";
import { LoginFrame } from "./login-frame.tsx";

/**
 * The end of a desktop app's sign-in, which happened in this browser: a ticket takes it over to the app, by a link of the
 * app's own scheme or by hand. Nothing is handed over without a click: any page can lead here.
 */
export function DesktopPage() {
  const t = useT("login");
  const user = useQuery({ ...userQuery, retry: false });
  if (user.isPending)
    return (
      <LoginFrame title={t("leaving")} lead="">
        {null}
      </LoginFrame>
    );
  if (!user.data) {
    return (
      <LoginFrame title={t("desktop.title")} lead={t("desktop.sign_in_first")}>
        <Link className="udt-button login-submit login-after" data-primary to={paths.login(paths.desktopSignedIn())}>
          {t("title")}
        </Link>
      </LoginFrame>
    );
  }
  return (
    <LoginFrame title={t("success")} lead={t("desktop.lead", { name: user.data.user_name })}>
      <HandOver />
    </LoginFrame>
  );
}

function HandOver() {
  const t = useT("login");
  const made = useMutation({ mutationFn: () => api.call(signInEndpoints.ticketCreate, {}) });
  const { mutate } = made;
  useEffect(() => mutate(), [mutate]);
  const now = useNow();
  const { desktop_scheme } = config();
  if (made.isError) {
    return (
      <div className="login-error login-after" role="alert">
        {errorText(made.error)}
      </div>
    );
  }
  if (!made.data) return null;
  const { ticket } = made.data;
  // By this computer's clock alone: it need not agree with the server's.
  const left = Math.ceil((made.submittedAt + LIMITS.ticket_ms - now) / 1000);
  const seconds = Math.min(Math.max(0, left), LIMITS.ticket_ms / 1000);
  if (seconds === 0) {
    return (
      <button type="button" className="udt-button login-submit login-after" onClick={() => mutate()}>
        {t("desktop.again")}
      </button>
    );
  }
  return (
    <div className="login-after login-desktop">
      {desktop_scheme !== "" && (
        <a className="udt-button login-submit" data-primary href={`${desktop_scheme}://auth/success?ticket=${ticket}`}>
          {t("desktop.open")}
        </a>
      )}
      <p>{t("desktop.by_hand")}</p>
      <div className="login-ticket">
        <code>{ticket}</code>
        <CopyButton text={ticket} label={t("desktop.copy")} />
      </div>
      <p className="udt-num" role="timer">
        {t("desktop.seconds", { seconds })}
      </p>
    </div>
  );
}
