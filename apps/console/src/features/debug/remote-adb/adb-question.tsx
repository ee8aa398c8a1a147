import type { RemoteAdb } from "@udt/contract";
import { useT } from "../../../lib/i18n/index.ts";
import { useUser } from "../../../lib/session/index.ts";
import { useRemoteAdb } from "./use-remote-adb.ts";
import "./remote-adb.css";

/** What a computer asks that comes with a key nobody has allowed yet: above the page, whatever its reader is at. */
export function AdbQuestion() {
  const { adb, answer } = useRemoteAdb();
  const asked = adb.data?.asked;
  if (!adb.data || !asked) return null;
  return <Asked adb={adb.data} asked={asked} isBusy={answer.isPending} onAnswer={(body) => answer.mutate(body)} />;
}

interface AskedProps {
  adb: RemoteAdb;
  asked: NonNullable<RemoteAdb["asked"]>;
  isBusy: boolean;
  onAnswer: (body: { key_id: string; allow: boolean }) => void;
}

/** What the dialog on a phone asks. */
function Asked({ adb, asked, isBusy, onAnswer }: AskedProps) {
  const t = useT("remote-adb");
  const user = useUser();
  const { key_id, fingerprint, name, ip } = asked;
  return (
    <div className="dbg-adb-asked" role="alert">
      <strong>{t("asks")}</strong>
      <dl>
        <dt>{t("key")}</dt>
        <dd data-literal>{name}</dd>
        <dt>{t("from")}</dt>
        <dd className="udt-num" data-literal>
          {ip}
        </dd>
        <dt>{t("fingerprint")}</dt>
        <dd className="udt-num" data-literal>
          {fingerprint}
        </dd>
      </dl>
      {adb.user_id === user.user_id ? (
        <>
          <p className="udt-secondary">{t("asks_text")}</p>
          <div className="dbg-adb-acts">
            <button
              type="button"
              className="udt-button"
              data-primary
              disabled={isBusy}
              onClick={() => onAnswer({ key_id, allow: true })}
            >
              {t("allow")}
            </button>
            <button
              type="button"
              className="udt-button"
              disabled={isBusy}
              onClick={() => onAnswer({ key_id, allow: false })}
            >
              {t("deny")}
            </button>
          </div>
        </>
      ) : (
        <p className="udt-secondary">{t("asks_not_you")}</p>
      )}
    </div>
  );
}
