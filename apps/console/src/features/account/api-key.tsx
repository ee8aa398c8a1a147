import { ENDPOINTS } from "@udt/contract";
import { App, Button, Modal } from "antd";
import { baseUrl } from "../../lib/api/api.ts";
import { Command, CopyButton, ErrorState, SkeletonBar } from "../../lib/components/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import "../../lib/list/list.css";
import { useKey, useResetKey } from "./use-account.ts";

export function ApiKey() {
  const t = useT("account");
  const format = useFormat();
  const { modal } = App.useApp();
  const key = useKey();
  const reset = useResetKey();
  if (key.isPending) return <SkeletonBar width="50%" />;
  if (key.data === undefined) {
    return <ErrorState title={t("key.error")} error={key.error} onRetry={() => void key.refetch()} />;
  }
  const present = key.data;
  const ask = () =>
    modal.confirm({
      title: t("key.reset_ask"),
      content: t("key.reset_text", { secret_id: present?.secret_id ?? "" }),
      okText: t("key.reset"),
      okButtonProps: { danger: true },
      onOk: () => reset.mutateAsync().catch(() => undefined),
    });
  return (
    <>
      <div className="account-key-actions">
        {present ? (
          <span className="udt-mono">{present.secret_id}</span>
        ) : (
          <span className="udt-secondary">{t("key.none")}</span>
        )}
        {present ? (
          <Button danger onClick={ask}>
            {t("key.reset")}
          </Button>
        ) : (
          <Button loading={reset.isPending} onClick={() => reset.mutate()}>
            {t("key.make")}
          </Button>
        )}
      </div>
      {present && (
        <dl className="udt-facts">
          <dt>{t("key.created")}</dt>
          <dd>{format.exact(present.created_at)}</dd>
          <dt>{t("key.used")}</dt>
          <dd>{present.last_used_at === null ? t("key.never") : format.exact(present.last_used_at)}</dd>
        </dl>
      )}
      {reset.data && <ShownOnce {...reset.data} onClose={() => reset.reset()} />}
    </>
  );
}

/** The only time that the secret is seen: it must be closed on purpose. */
function ShownOnce(props: { secret_id: string; secret_key: string; onClose: () => void }) {
  const t = useT("account");
  return (
    <Modal
      open
      width={640}
      title={t("key.made")}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={props.onClose}>
          {t("key.done")}
        </Button>
      }
    >
      <div className="account-key-once">
        <p className="account-note">{t("key.once")}</p>
        <dl className="udt-facts">
          <dt>{t("key.id")}</dt>
          <dd className="udt-mono">
            {props.secret_id}
            <CopyButton text={props.secret_id} />
          </dd>
          <dt>{t("key.secret")}</dt>
          <dd className="udt-mono">
            {props.secret_key}
            <CopyButton text={props.secret_key} />
          </dd>
        </dl>
        <h3>{t("key.try")}</h3>
        <Command text={`curl -u '${props.secret_id}:${props.secret_key}' ${baseUrl}${ENDPOINTS.userInfo.path}`} />
        <p className="udt-secondary">{t("key.caution")}</p>
      </div>
    </Modal>
  );
}
