import { REPORT_LANGUAGES, type ReportLanguage } from "@udt/contract";
import { Button, Checkbox, Segmented, Select } from "antd";
import { useState } from "react";
import { api } from "../../lib/api/api.ts";
import { AddressField } from "../../lib/components/address-field.tsx";
import { Dialog } from "../../lib/form/dialog.tsx";
import { Field } from "../../lib/form/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { activeLanguage, LANGUAGE_NAMES, useT } from "../../lib/i18n/index.ts";
import "./share.css";
import { useShareActions, useShares } from "./use-runs.ts";

const DAYS = [1, 7, 30, 90] as const;

/** Links to a report for people without an account: make, see and revoke them. */
export function ShareDialog(props: { project: string; test_id: string; open: boolean; onClose: () => void }) {
  const t = useT("runs");
  const format = useFormat();
  const { project, test_id } = props;
  const [days, setDays] = useState<number>(7);
  const [language, setLanguage] = useState<ReportLanguage>(activeLanguage);
  const [with_video, setWithVideo] = useState(false);
  const shares = useShares(project, test_id, props.open);
  const { create, revoke } = useShareActions(project, test_id);
  const close = () => {
    create.reset();
    props.onClose();
  };
  return (
    <Dialog open={props.open} title={t("share.title")} footer={null} width={560} onCancel={close} destroyOnHidden>
      <p className="udt-secondary">{t("share.lead")}</p>
      <div className="runs-share-form">
        <Field
          label={t("share.days")}
          render={(control) => (
            <Select
              id={control.id}
              value={days}
              options={DAYS.map((value) => ({ value, label: t("share.days", { count: value }) }))}
              onChange={setDays}
            />
          )}
        />
        <Field
          label={t("share.language")}
          render={() => (
            <Segmented
              aria-label={t("share.language")}
              value={language}
              options={REPORT_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              onChange={setLanguage}
            />
          )}
        />
      </div>
      <div className="runs-share-make">
        <Checkbox checked={with_video} onChange={(event) => setWithVideo(event.target.checked)}>
          {t("share.with_video")}
        </Checkbox>
        <Button type="primary" loading={create.isPending} onClick={() => create.mutate({ days, language, with_video })}>
          {t("share.make")}
        </Button>
      </div>
      {!with_video && <p className="udt-secondary">{t("share.without_video")}</p>}
      {create.data && (
        <div className="runs-share-made" role="status">
          <p>{t("share.made")}</p>
          <AddressField label={t("share.title")} address={api.baseUrl + create.data.path} />
        </div>
      )}
      <h2 className="runs-subtitle">{t("share.list")}</h2>
      {shares.isError && !shares.data && <p role="alert">{t("share.error")}</p>}
      {shares.data?.list.length === 0 && <p className="udt-secondary">{t("share.none")}</p>}
      <ul className="runs-shares">
        {shares.data?.list.map((share) => {
          const words = { user: share.user_name, time: format.exact(share.expires_at) };
          return (
            <li key={share.share_id}>
              <span>
                {t("share.item", words)} · {LANGUAGE_NAMES[share.language]}
                {share.with_video && ` · ${t("share.with_video")}`}
              </span>
              <Button
                size="small"
                danger
                aria-label={t("share.revoke_label", words)}
                loading={revoke.isPending && revoke.variables === share.share_id}
                onClick={() => revoke.mutate(share.share_id)}
              >
                {t("share.revoke")}
              </Button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
