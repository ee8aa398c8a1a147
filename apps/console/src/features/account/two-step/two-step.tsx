import { Button } from "antd";
import { useState } from "react";
import { ErrorState, SkeletonBar, StatePill } from "../../../lib/components/index.ts";
import { useFormat, useNow } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { ProofDialog, RemoveFactor } from "./proof-form.tsx";
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
      {dialog?.kind === "remove" && <RemoveApp isLast={passkeys.length === 0} onClose={close} />}
      {dialog?.kind === "remake" && <RemakeCodes onClose={close} onDone={showCodes} />}
      {dialog?.kind === "codes" && <RecoveryCodes codes={dialog.codes} onClose={close} />}
    </>
  );
}

function AppFactor({ totp }: { totp: { created_at: number; last_used_at: number | null } | null }) {
  const t = useT("two-step");
  const format = useFormat();
  const now = useNow();
  return (
    <div>
      <b>{t("app.name")}</b>
      {totp && <StatePill tone="good">{t("app.on")}</StatePill>}
      <small>
        {totp
          ? t("app.since", {
              created: format.dateTime(totp.created_at, now),
              used: totp.last_used_at === null ? t("never") : format.moment(totp.last_used_at, now),
            })
          : t("app.text")}
      </small>
    </div>
  );
}

function RemoveApp({ isLast, onClose }: { isLast: boolean; onClose: () => void }) {
  const t = useT("two-step");
  return (
    <RemoveFactor
      title={t("app.remove_title")}
      texts={[t("app.remove_text"), ...(isLast ? [t("app.remove_last")] : [])]}
      submit={t("app.remove")}
      removed={t("app.removed")}
      change={useRemoveApp()}
      onClose={onClose}
    />
  );
}

function RemakeCodes({ onClose, onDone }: { onClose: () => void; onDone: (codes: readonly string[]) => void }) {
  const t = useT("two-step");
  return (
    <ProofDialog
      title={t("codes.remake_title")}
      texts={[t("codes.remake_text")]}
      submit={t("codes.remake")}
      change={useMakeRecoveryCodes()}
      onDone={({ recovery_codes }) => onDone(recovery_codes)}
      onClose={onClose}
    />
  );
}
