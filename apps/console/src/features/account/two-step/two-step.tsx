import { App, Button, Modal } from "antd";
import { useState } from "react";
import { ErrorState, SkeletonBar, StatePill } from "../../../lib/components/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ProofForm } from "./proof-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import { SetUpApp } from "./set-up-app.tsx";
import "./two-step.css";
import { useMakeRecoveryCodes, useRemoveApp, useSecondFactors } from "./use-two-step.ts";

type Dialog =
  | { kind: "set_up" }
  | { kind: "remove" }
  | { kind: "remake" }
  | { kind: "codes"; codes: readonly string[] };

/** What signing in asks for beside the password. */
export function TwoStep() {
  const t = useT("two-step");
  const mine = useSecondFactors();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  const showCodes = (codes: readonly string[]) => setDialog(codes.length > 0 ? { kind: "codes", codes } : undefined);
  if (mine.isPending) return <SkeletonBar width="50%" />;
  if (!mine.data) return <ErrorState title={t("error")} error={mine.error} onRetry={() => void mine.refetch()} />;
  const { totp, passkeys, recovery_codes_left } = mine.data;
  return (
    <>
      <ul className="two-step-factors">
        <li>
          <AppFactor totp={totp} />
          {totp ? (
            <Button danger onClick={() => setDialog({ kind: "remove" })}>
              {t("app.remove")}
            </Button>
          ) : (
            <Button onClick={() => setDialog({ kind: "set_up" })}>{t("app.set_up")}</Button>
          )}
        </li>
        {(totp || passkeys.length > 0) && (
          <li>
            <div>
              <b>{t("codes.name")}</b>
              <StatePill tone={recovery_codes_left < 3 ? "warning" : "good"}>
                {t("codes.left", { count: recovery_codes_left })}
              </StatePill>
              <small>{t("codes.text")}</small>
            </div>
            <Button onClick={() => setDialog({ kind: "remake" })}>{t("codes.remake")}</Button>
          </li>
        )}
      </ul>
      {dialog?.kind === "set_up" && <SetUpApp onClose={close} onDone={showCodes} />}
      {dialog?.kind === "remove" && <RemoveApp onClose={close} />}
      {dialog?.kind === "remake" && <RemakeCodes onClose={close} onDone={showCodes} />}
      {dialog?.kind === "codes" && <RecoveryCodes codes={dialog.codes} onClose={close} />}
    </>
  );
}

function AppFactor({ totp }: { totp: { created_at: number; last_used_at: number | null } | null }) {
  const t = useT("two-step");
  const format = useFormat();
  return (
    <div>
      <b>{t("app.name")}</b>
      {totp && <StatePill tone="good">{t("app.on")}</StatePill>}
      <small>
        {totp
          ? t("app.since", {
              created: format.exact(totp.created_at),
              used: totp.last_used_at === null ? t("never") : format.exact(totp.last_used_at),
            })
          : t("app.text")}
      </small>
    </div>
  );
}

function RemoveApp({ onClose }: { onClose: () => void }) {
  const t = useT("two-step");
  const { message } = App.useApp();
  const remove = useRemoveApp();
  const done = () => {
    onClose();
    void message.success(t("app.removed"));
  };
  return (
    <Modal open title={t("app.remove_title")} footer={null} onCancel={onClose}>
      <ProofForm
        text={t("app.remove_text")}
        submit={t("app.remove")}
        danger
        pending={remove.isPending}
        error={remove.error}
        onSubmit={(password) => remove.mutate(password, { onSuccess: done })}
        onChange={() => remove.reset()}
      />
    </Modal>
  );
}

function RemakeCodes({ onClose, onDone }: { onClose: () => void; onDone: (codes: readonly string[]) => void }) {
  const t = useT("two-step");
  const make = useMakeRecoveryCodes();
  return (
    <Modal open title={t("codes.remake_title")} footer={null} onCancel={onClose}>
      <ProofForm
        text={t("codes.remake_text")}
        submit={t("codes.remake")}
        pending={make.isPending}
        error={make.error}
        onSubmit={(password) => make.mutate(password, { onSuccess: ({ recovery_codes }) => onDone(recovery_codes) })}
        onChange={() => make.reset()}
      />
    </Modal>
  );
}
