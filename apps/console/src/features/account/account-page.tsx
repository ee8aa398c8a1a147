import { AUTH_TYPES } from "@udt/contract";
import type { ReactNode } from "react";
import { PageHeader } from "../../lib/components/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useUser } from "../../lib/session/index.ts";
import "./account.css";
import { ApiKeys } from "./api-keys.tsx";
import { Look } from "./look.tsx";
import { Passkeys } from "./own-passkeys/passkeys.tsx";
import { PasswordForm } from "./password-form.tsx";
import { Profile } from "./profile.tsx";
import { Sessions } from "./sessions.tsx";
import { TwoStep } from "./two-step/two-step.tsx";

export default function AccountPage() {
  const t = useT("account");
  const twoStep = useT("two-step");
  const passkeys = useT("own-passkeys");
  const { auth_type } = useUser();
  return (
    <div className="account">
      <PageHeader title={t("title")}>
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <Section title={t("profile.title")} text={t("profile.text")}>
        <Profile />
      </Section>
      <Section title={t("look.title")} text={t("look.text")}>
        <Look />
      </Section>
      {auth_type !== AUTH_TYPES.external && (
        <Section title={t("password.title")} text={t("password.text")}>
          <PasswordForm />
        </Section>
      )}
      <Section title={passkeys("title")} text={passkeys("text")}>
        <Passkeys />
      </Section>
      <Section title={twoStep("title")} text={twoStep("text")}>
        <TwoStep />
      </Section>
      <Section title={t("sessions.title")} text={t("sessions.text")}>
        <Sessions />
      </Section>
      <Section title={t("key.title")} text={t("key.text")}>
        <ApiKeys />
      </Section>
    </div>
  );
}

/** What it is and what it does on the left, the thing itself on the right. */
function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="account-section" aria-label={title}>
      <div>
        <h2>{title}</h2>
        <p className="udt-secondary">{text}</p>
      </div>
      <div className="udt-card account-card">{children}</div>
    </section>
  );
}
