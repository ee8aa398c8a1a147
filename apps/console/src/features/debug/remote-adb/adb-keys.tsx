import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useAdbKeys } from "./use-remote-adb.ts";

/** Keys that come in without being asked about; nothing while there are none. */
export function AdbKeys() {
  const t = useT("remote-adb");
  const format = useFormat();
  const { keys, remove } = useAdbKeys();
  const list = keys.data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <details className="dbg-adb-keys">
      <summary>{t("keys", { count: list.length })}</summary>
      <ul>
        {list.map(({ key_id, name, fingerprint, last_used_at }) => (
          <li key={key_id}>
            <span>
              <strong data-literal>{name}</strong>
              <small className="udt-num" data-literal>
                {fingerprint}
              </small>
              <small className="udt-secondary">
                {last_used_at === null ? t("key_unused") : t("key_used", { time: format.exact(last_used_at) })}
              </small>
            </span>
            <button
              type="button"
              className="udt-button"
              aria-label={t("remove_label", { name })}
              disabled={remove.isPending}
              onClick={() => remove.mutate(key_id)}
            >
              {t("remove")}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
