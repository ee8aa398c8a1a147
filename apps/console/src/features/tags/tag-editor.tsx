import { LIMITS, TAG_ATTRIBUTES } from "@udt/contract";
import type { Tag } from "@udt/contract/endpoints/tags";
import { Input, Switch } from "antd";
import { PageHeader } from "../../lib/components/index.ts";
import { RuleRows } from "../../lib/device-rules/index.ts";
import { Field, FormFoot, LeaveGuard, useFaultLead } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { paths } from "../../lib/navigation/paths.ts";
import { EnvironmentFields } from "./environment-fields.tsx";
import { HandPicked } from "./hand-picked.tsx";
import { InspectionFields } from "./inspection-fields.tsx";
import { ProfileFields } from "./profile-fields.tsx";
import { TagConflict } from "./tag-conflict.tsx";
import { TagPreview } from "./tag-preview.tsx";
import "./tags.css";
import { useTagEditor, type OwnTag } from "./use-tag-editor.ts";
import { useTagPreview } from "./use-tags.ts";

/**
 * Makes or changes a tag, with what it finds beside it.
 * @param props.device_id the device whose strategies led here, and are led back to; null: the tags did
 */
export function TagEditor(props: { project: string; tag: Tag | undefined; own?: OwnTag; device_id?: string | null }) {
  const { project, tag, own, device_id = own?.device_id ?? null } = props;
  const back = device_id === null ? paths.tags(project) : paths.strategies(project, device_id);
  const t = useT("tags");
  const common = useT("common");
  const editor = useTagEditor(project, tag, back, own);
  const { draft, change, fault } = editor;
  const preview = useTagPreview(project, draft);
  const { holdForm, leadToFault } = useFaultLead();
  const hand = { project, draft, preview: preview.data, fault, change };
  return (
    <>
      <LeaveGuard dirty={editor.dirty} />
      <PageHeader title={editor.base ? t("editor.edit", { name: editor.base.name }) : t("editor.create")}>
        {own && <span className="udt-secondary">{t("own.lead", { device: own.device_name })}</span>}
      </PageHeader>
      <div className="tags-editor">
        <form
          ref={holdForm}
          className="udt-card tags-form"
          aria-label={t("editor.form")}
          onSubmit={(event) => {
            event.preventDefault();
            if (!editor.submit()) leadToFault();
          }}
        >
          <Field
            label={t("field.name")}
            hint={t("hint.name", { min: LIMITS.tag_name_min, max: LIMITS.tag_name_max })}
            error={fault.name}
            render={(control) => (
              <Input
                {...control}
                autoFocus={tag === undefined}
                autoComplete="off"
                value={draft.name}
                onBlur={editor.leaveName}
                onChange={({ target }) => change({ name: target.value })}
              />
            )}
          />
          <RuleRows
            project={project}
            attributes={TAG_ATTRIBUTES}
            rules={draft.rules}
            error={fault.rules}
            none={t("no_rules")}
            onChange={(rules) => change({ rules })}
          />
          <HandPicked kind="included" {...hand} />
          <HandPicked kind="excluded" {...hand} />
          <label className="tags-default">
            <Switch
              aria-label={t("field.is_default")}
              checked={draft.is_default}
              onChange={(is_default) => change({ is_default })}
            />
            <span>
              <b>{t("field.is_default")}</b>
              <small>{t("hint.is_default")}</small>
            </span>
          </label>
          <InspectionFields draft={draft} faults={editor.inspectionFaults} change={change} />
          <ProfileFields draft={draft} faults={editor.profileFaults} change={change} />
          <EnvironmentFields project={project} draft={draft} faults={editor.environmentFaults} change={change} />
          <FormFoot refusal={editor.refusal} back={back} send={common("save")} isPending={editor.isPending} />
        </form>
        <TagPreview project={project} draft={draft} preview={preview} />
      </div>
      {editor.hasConflict && editor.base && (
        <TagConflict project={project} tag_id={editor.base.tag_id} editor={editor} />
      )}
    </>
  );
}
