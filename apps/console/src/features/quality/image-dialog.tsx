import { IMAGE_THEMES, LIMITS, REPORT_LANGUAGES, type ImageTheme, type ReportLanguage } from "@udt/contract";
import { Button, Segmented, Select } from "antd";
import { useState } from "react";
import { api } from "../../lib/api/api.ts";
import { AddressField } from "../../lib/components/address-field.tsx";
import { Dialog } from "../../lib/form/dialog.tsx";
import { Field } from "../../lib/form/index.ts";
import { TextField } from "../../lib/form/text-field.tsx";
import { useFormat } from "../../lib/format/index.ts";
import { activeLanguage, LANGUAGE_NAMES, useT } from "../../lib/i18n/index.ts";
import "./image-dialog.css";
import type { BoardQuery } from "./use-board.ts";
import { useImageActions, useImages } from "./use-images.ts";

const VALID_DAYS = [7, 30, 90, 365] as const;

/** Pictures of this board for pages elsewhere: make, see and revoke them. */
export function ImageDialog(props: { query: BoardQuery; open: boolean; onClose: () => void }) {
  const t = useT("quality");
  const [name, setName] = useState("");
  const [valid_days, setValidDays] = useState<number>(90);
  const images = useImages(props.open);
  const { create, revoke } = useImageActions();
  const close = () => {
    create.reset();
    props.onClose();
  };
  const make = () => create.mutate({ query: props.query, name: name.trim(), valid_days });
  return (
    <Dialog open={props.open} title={t("image.title")} footer={null} width={720} onCancel={close} destroyOnHidden>
      <p className="udt-secondary">{t("image.lead")}</p>
      <div className="quality-image-form">
        <TextField label={t("image.name")} value={name} maxLength={LIMITS.board_image_name_max} onChange={setName} />
        <Field
          label={t("image.valid")}
          render={(control) => (
            <Select
              id={control.id}
              value={valid_days}
              options={VALID_DAYS.map((value) => ({ value, label: t("range.days", { count: value }) }))}
              onChange={setValidDays}
            />
          )}
        />
        <Button type="primary" disabled={name.trim() === ""} loading={create.isPending} onClick={make}>
          {t("image.make")}
        </Button>
      </div>
      {create.data && <Made path={create.data.path} />}
      <h2 className="quality-images-title">{t("image.list")}</h2>
      {images.isError && !images.data && <p role="alert">{t("image.error")}</p>}
      {images.data?.list.length === 0 && <p className="udt-secondary">{t("image.none")}</p>}
      <Mine
        list={images.data?.list ?? []}
        revoking={revoke.isPending ? revoke.variables : undefined}
        onRevoke={(image_id) => revoke.mutate(image_id)}
      />
    </Dialog>
  );
}

/** The address, which is told this once, as it is for a language and a theme, with what is seen there. */
function Made({ path }: { path: string }) {
  const t = useT("quality");
  const [language, setLanguage] = useState<ReportLanguage>(activeLanguage);
  const [theme, setTheme] = useState<ImageTheme>("light");
  const address = `${api.baseUrl}${path}?${new URLSearchParams({ language, theme })}`;
  return (
    <div className="quality-image-made" role="status">
      <p>{t("image.made")}</p>
      <div>
        <Segmented
          aria-label={t("image.language")}
          value={language}
          options={REPORT_LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={setLanguage}
        />
        <Segmented
          aria-label={t("image.theme")}
          value={theme}
          options={IMAGE_THEMES.map((value) => ({ value, label: t(`image.${value}`) }))}
          onChange={setTheme}
        />
      </div>
      <AddressField label={t("image.title")} address={address} />
      <img src={address} alt={t("image.title")} width={640} height={280} />
    </div>
  );
}

function Mine(props: {
  list: readonly { image_id: string; name: string; expires_at: number }[];
  revoking: string | undefined;
  onRevoke: (image_id: string) => void;
}) {
  const t = useT("quality");
  const format = useFormat();
  return (
    <ul className="quality-images">
      {props.list.map(({ image_id, name, expires_at }) => (
        <li key={image_id}>
          <span className="udt-ellipsis">{name}</span>
          <small>{t("image.until", { time: format.exact(expires_at) })}</small>
          <Button
            size="small"
            danger
            aria-label={t("image.revoke_label", { name })}
            loading={props.revoking === image_id}
            onClick={() => props.onRevoke(image_id)}
          >
            {t("image.revoke")}
          </Button>
        </li>
      ))}
    </ul>
  );
}
