import { LIMITS } from "@udt/contract";
import { Button, Select } from "antd";
import { useState } from "react";
import { api } from "../../../lib/api/api.ts";
import { AddressField } from "../../../lib/components/address-field.tsx";
import { errorText } from "../../../lib/errors/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { Field } from "../../../lib/form/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useWatchLinks } from "./use-control.ts";

/** 0: as long as the session. */
const HOURS = [1, 8, LIMITS.watch_link_hours_max, 0] as const;

/** Links by which people without an account watch: make, see and revoke them. */
export function WatchLinksDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT("control");
  const format = useFormat();
  const [hours, setHours] = useState<number>(1);
  const { links, create, revoke } = useWatchLinks(open);
  const close = () => {
    create.reset();
    onClose();
  };
  const address = create.data && api.baseUrl + create.data.path;
  return (
    <Dialog open={open} title={t("links.title")} footer={null} width={560} onCancel={close} destroyOnHidden>
      <p className="udt-secondary">{t("links.lead")}</p>
      <div className="dbg-links-form">
        <Field
          label={t("links.lasts")}
          render={(control) => (
            <Select
              id={control.id}
              value={hours}
              options={HOURS.map((value) => ({
                value,
                label: value === 0 ? t("links.session") : t("links.hours", { count: value }),
              }))}
              onChange={setHours}
            />
          )}
        />
        <Button type="primary" loading={create.isPending} onClick={() => create.mutate(hours === 0 ? null : hours)}>
          {t("links.make")}
        </Button>
      </div>
      {create.isError && <p role="alert">{errorText(create.error)}</p>}
      {address !== undefined && (
        <div className="dbg-links-made" role="status">
          <p>{t("links.made")}</p>
          <AddressField label={t("links.address")} address={address} />
        </div>
      )}
      {links.data?.list.length === 0 && <p className="udt-secondary">{t("links.none")}</p>}
      {links.isError && !links.data && <p role="alert">{t("links.failed")}</p>}
      <ul className="dbg-links" aria-label={t("links.list")}>
        {links.data?.list.map(({ link_id, user_name, created_at, expires_at, watching }) => {
          const made = { name: user_name, time: format.exact(created_at) };
          const ends =
            expires_at === null ? t("links.ends_session") : t("links.ends", { time: format.exact(expires_at) });
          return (
            <li key={link_id}>
              <span>
                {t("links.item", made)}
                <small className="udt-secondary">
                  {ends}
                  {watching > 0 && ` · ${t("links.watching", { count: watching })}`}
                </small>
              </span>
              <Button
                size="small"
                danger
                aria-label={t("links.revoke_label", made)}
                loading={revoke.isPending && revoke.variables === link_id}
                onClick={() => revoke.mutate(link_id)}
              >
                {t("links.revoke")}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
