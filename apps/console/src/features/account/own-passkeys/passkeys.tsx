import { LIMITS, type Passkey } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { ErrorState, SkeletonRows } from "../../../lib/components/index.ts";
import { useFormat, useNow } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { passkeysMissing, PasskeysMissingNote } from "../../../lib/passkeys/index.ts";
import "../account.css";
import { RecoveryCodes } from "../two-step/recovery-codes.tsx";
import { useSecondFactors } from "../two-step/use-two-step.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { RemovePasskey, RenamePasskey } from "./change-passkey.tsx";

type Dialog =
  | { kind: "add" }
  | { kind: "rename"; passkey: Passkey }
  | { kind: "remove"; passkey: Passkey }
  | { kind: "codes"; codes: readonly string[] };

/** The keys on one's devices that sign in without a password. */
export function Passkeys() {
  const t = useT("own-passkeys");
  const { message } = App.useApp();
  const mine = useSecondFactors();
  const [dialog, setDialog] = useState<Dialog>();
  const close = () => setDialog(undefined);
  if (mine.isPending) return <SkeletonRows rows={2} />;
  if (!mine.data) return <ErrorState title={t("error")} error={mine.error} onRetry={() => void mine.refetch()} />;
  const { passkeys, totp } = mine.data;
  const missing = passkeysMissing();
  const isFull = passkeys.length >= LIMITS.passkeys_max;
  const added = (codes: readonly string[]) => {
    if (codes.length > 0) return setDialog({ kind: "codes", codes });
    void message.success(t("added"));
    return close();
  };
  return (
    <>
      <div className="account-keys-head">
        <span className="udt-secondary">
          {missing ? (
            <PasskeysMissingNote why={missing} />
          ) : isFull ? (
            t("full", { max: LIMITS.passkeys_max })
          ) : (
            t(passkeys.length === 0 ? "none" : "count", { count: passkeys.length, max: LIMITS.passkeys_max })
          )}
        </span>
        {!missing && !isFull && <Button onClick={() => setDialog({ kind: "add" })}>{t("add")}</Button>}
      </div>
      {passkeys.length > 0 && (
        <ul className="account-sessions">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.passkey_id}
              passkey={passkey}
              onRename={() => setDialog({ kind: "rename", passkey })}
              onRemove={() => setDialog({ kind: "remove", passkey })}
            />
          ))}
        </ul>
      )}
      {dialog?.kind === "add" && <AddPasskey onClose={close} onDone={added} />}
      {dialog?.kind === "rename" && <RenamePasskey passkey={dialog.passkey} onClose={close} />}
      {dialog?.kind === "remove" && (
        <RemovePasskey passkey={dialog.passkey} isLast={passkeys.length === 1 && !totp} onClose={close} />
      )}
      {dialog?.kind === "codes" && <RecoveryCodes codes={dialog.codes} onClose={close} />}
    </>
  );
}

function Row({ passkey, ...props }: { passkey: Passkey; onRename: () => void; onRemove: () => void }) {
  const t = useT("own-passkeys");
  const format = useFormat();
  const now = useNow();
  const { name, created_at, last_used_at, rp_id } = passkey;
  return (
    <li>
      <div>
        <b>{name}</b>
        <small>
          {t("made_at", { time: format.dateTime(created_at, now) })}
          {" · "}
          {last_used_at === null ? t("never_used") : t("used_at", { time: format.moment(last_used_at, now) })}
        </small>
        {rp_id !== window.location.hostname && <small>{t("only_at", { name: rp_id })}</small>}
      </div>
      <Button aria-label={t("rename_label", { name })} onClick={props.onRename}>
        {t("rename")}
      </Button>
      <Button danger aria-label={t("remove_label", { name })} onClick={props.onRemove}>
        {t("remove")}
      </Button>
    </li>
  );
}
