import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { Link, Navigate } from "react-router";
import { Passkeys } from "../features/account/own-passkeys/passkeys.tsx";
import { TwoStep } from "../features/account/two-step/two-step.tsx";
import { LoginTop } from "../features/login/login-frame.tsx";
import "../lib/components/button.css";
import { useT } from "../lib/i18n/index.ts";
import { paths } from "../lib/navigation/paths.ts";
import { logout, userQuery } from "../lib/session/index.ts";
import { Dressed } from "./shell/dressed.tsx";
import "./second-factor-page.css";

/** All that an administrator may do before they have the second factor that the settings ask of them. */
export function SecondFactorPage() {
  const t = useT("two-step");
  const passkeys = useT("own-passkeys");
  const user = useQuery({ ...userQuery, retry: false });
  useEffect(() => {
    document.title = `${t("required.title")} · UDT`;
  }, [t]);
  if (user.isError) return <Navigate to={paths.login()} replace />;
  if (!user.data) return null;
  return (
    <Dressed>
      <LoginTop />
      <main className="second-factor">
        <h1>{t("required.title")}</h1>
        <p className="udt-secondary">{t("required.lead")}</p>
        <div className="udt-card account-card">
          <Suspense fallback={null}>
            <TwoStep />
          </Suspense>
        </div>
        <h2>{passkeys("title")}</h2>
        <p className="udt-secondary">{passkeys("text")}</p>
        <div className="udt-card account-card">
          <Suspense fallback={null}>
            <Passkeys />
          </Suspense>
        </div>
        <div className="second-factor-ways">
          <button type="button" className="udt-button" onClick={() => void logout()}>
            {t("required.leave")}
          </button>
          {!user.data.second_factor_required && (
            <Link className="udt-button" data-primary to={paths.home()}>
              {t("required.go_on")}
            </Link>
          )}
        </div>
      </main>
    </Dressed>
  );
}
