import { LIMITS, type ApiKey } from "@udt/contract";
import { App, Button } from "antd";
import { useState } from "react";
import { ErrorState, SkeletonRows, StatePill } from "../../lib/components/index.ts";
import { useFormat, useNow } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { CreateKey } from "./create-key.tsx";
import { keyLife } from "./key-life.ts";
import { useDeleteKey, useKeys } from "./use-account.ts";

export function ApiKeys() {
  const t = useT("account");
  const keys = useKeys();
  const [making, setMaking] = useState(false);
  if (keys.isPending) return <SkeletonRows rows={2} />;
  if (!keys.data) {
    return <ErrorState title={t("key.error")} error={keys.error} onRetry={() => void keys.refetch()} />;
  }
  const { list } = keys.data;
  const isFull = list.length >= LIMITS.api_keys_max;
  return (
    <>
      <div className="account-keys-head">
        <span className="udt-secondary">
          {t(isFull ? "key.full" : list.length === 0 ? "key.none" : "key.count", {
            count: list.length,
            max: LIMITS.api_keys_max,
          })}
        </span>
        {!isFull && <Button onClick={() => setMaking(true)}>{t("key.make")}</Button>}
      </div>
      {list.length > 0 && (
        <ul className="account-sessions">
          {list.map((key) => (
            <Row key={key.secret_id} item={key} />
          ))}
        </ul>
      )}
      {making && <CreateKey onClose={() => setMaking(false)} />}
    </>
  );
}

function Row({ item }: { item: ApiKey }) {
  const t = useT("account");
  const format = useFormat();
  const now = useNow();
  const { message, modal } = App.useApp();
  const remove = useDeleteKey();
  const life = keyLife(item.expires_at, now);
  const ask = () =>
    modal.confirm({
      title: t("key.delete_ask", { name: item.name }),
      content: t("key.delete_text"),
      okText: t("key.delete"),
      okButtonProps: { danger: true },
      // The error policy tells a failure; the list is read again either way.
      onOk: () =>
        remove.mutateAsync(item.secret_id).then(
          () => message.success(t("key.deleted")),
          () => undefined,
        ),
    });
  return (
    <li>
      <div>
        <b>{item.name}</b>
        {life.state === "expired" && <StatePill tone="bad">{t("key.expired")}</StatePill>}
        {life.state === "soon" && <StatePill tone="warning">{t("key.soon", { count: life.days })}</StatePill>}
        <small>
          {t("key.may", {
            access: t(`key.access.${item.access}`),
            project: item.project_id === null ? t("key.all_projects") : (item.project_name ?? item.project_id),
          })}
        </small>
        <small>
          {item.expires_at === null
            ? t("key.never_expires")
            : t("key.expires_at", { time: format.dateTime(item.expires_at, now) })}
          {" · "}
          {item.last_used_at === null
            ? t("key.never_used")
            : t("key.used_at", { time: format.moment(item.last_used_at, now) })}
        </small>
        <small className="udt-mono">{item.secret_id}</small>
      </div>
      <Button danger aria-label={t("key.delete_label", { name: item.name })} onClick={ask}>
        {t("key.delete")}
      </Button>
    </li>
  );
}
