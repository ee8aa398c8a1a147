import { DownloadOutlined, PartitionOutlined, PlusOutlined, UploadOutlined } from "@ant-design/icons";
import { LIMITS, partitionFile, type PartitionRule, type SavedPartitions } from "@udt/contract";
import { Alert, App, Button, Select } from "antd";
import { FileButton } from "../../../lib/components/file-button.tsx";
import { EmptyState, ErrorState, PageHeader, SkeletonRows } from "../../../lib/components/index.ts";
import { errorText } from "../../../lib/errors/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { LeaveGuard } from "../../../lib/form/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { useIsGuest } from "../../../lib/session/index.ts";
import "../memory.css";
import { exportRules, importRules } from "./file.ts";
import { PartitionPreview } from "./partition-preview.tsx";
import "./partitions.css";
import { emptyDraft } from "./rule-draft.ts";
import { RulesTable } from "./rules-table.tsx";
import { readVersion, useSavedRules, useVersions } from "./use-partitions.ts";
import { type RuleEditor, useRuleEditor } from "./use-rule-editor.ts";

/** The project's partition rules: edited as a whole, tried on a sample, and saved as a version. */
export default function PartitionsPage() {
  const t = useT("partitions");
  const project = useProjectId();
  const saved = useSavedRules(project);
  if (saved.isPending) return <SkeletonRows isPage />;
  if (!saved.data)
    return <ErrorState isPage title={t("error")} error={saved.error} onRetry={() => void saved.refetch()} />;
  return <Rules project={project} saved={saved.data} />;
}

function Rules({ project, saved }: { project: string; saved: SavedPartitions }) {
  const t = useT("partitions");
  const { message } = App.useApp();
  const guest = useIsGuest(project);
  const editor = useRuleEditor(project, saved);
  const add = () => editor.change([...editor.drafts, emptyDraft()]);
  const save = (over?: number) => editor.save(over, (version) => void message.success(t("saved", { version })));
  const isFull = editor.drafts.length >= LIMITS.memory_partition_rules_max;
  return (
    <>
      <LeaveGuard dirty={editor.isDirty} />
      <PageHeader
        title={t("title")}
        actions={
          <>
            <Files project={project} editor={editor} canEdit={!guest} />
            {!guest && (
              <>
                {editor.isDirty && <Button onClick={editor.discard}>{t("discard")}</Button>}
                <Button
                  type="primary"
                  disabled={!editor.isDirty || editor.isBehind}
                  loading={editor.isSaving}
                  onClick={() => save()}
                >
                  {t("save")}
                </Button>
              </>
            )}
          </>
        }
      >
        <span className="udt-secondary">{t("lead")}</span>
      </PageHeader>
      <Refused editor={editor} saved={saved} onSave={save} />
      <div className="udt-card memory-table memory-alone">
        <div className="partitions-bar">
          <span className="udt-secondary">{t("hint")}</span>
          <Versions project={project} saved={saved} editor={editor} canEdit={!guest} />
        </div>
        {editor.drafts.length === 0 ? (
          <EmptyState icon={<PartitionOutlined />} title={t("none.title")}>
            {t("none.text")}
          </EmptyState>
        ) : (
          <RulesTable editor={editor} canEdit={!guest} />
        )}
        {!guest && (
          <div className="partitions-add">
            <Button icon={<PlusOutlined />} disabled={isFull} onClick={add}>
              {t("add")}
            </Button>
          </div>
        )}
      </div>
      <PartitionPreview project={project} rules={editor.rules} />
    </>
  );
}

/** Why a save did not come to be, and what may be done where another came first. Nothing is lost by either. */
function Refused(props: { editor: RuleEditor; saved: SavedPartitions; onSave: (over: number) => void }) {
  const t = useT("partitions");
  const { editor, saved, onSave } = props;
  const { version, user_name } = saved;
  if (editor.isBehind)
    return (
      <Alert
        className="partitions-refused"
        type="warning"
        showIcon
        title={t("behind", { version, user: user_name })}
        action={
          <>
            <Button size="small" onClick={editor.discard}>
              {t("take_theirs", { version })}
            </Button>
            <Button size="small" loading={editor.isSaving} onClick={() => onSave(version)}>
              {t("save_over", { version })}
            </Button>
          </>
        }
      />
    );
  if (!editor.refusal) return null;
  return <Alert className="partitions-refused" type="error" showIcon title={errorText(editor.refusal)} />;
}

/** Asks before rules that are not saved are replaced. */
function useReplace(editor: RuleEditor): (rules: readonly PartitionRule[]) => void {
  const t = useT("partitions");
  const { modal } = App.useApp();
  return (rules) => {
    if (!editor.isDirty) return editor.replace(rules);
    void modal.confirm({
      title: t("replace.title"),
      content: t("replace.text"),
      okText: t("replace.ok"),
      onOk: () => editor.replace(rules),
    });
  };
}

function Files({ project, editor, canEdit }: { project: string; editor: RuleEditor; canEdit: boolean }) {
  const t = useT("partitions");
  const { message } = App.useApp();
  const { check } = useRuleText();
  const replace = useReplace(editor);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const imported = await importRules(file);
    if ("rules" in imported) return replace(imported.rules);
    const place = imported.at === "" ? "" : `${imported.at}: `;
    const reason = imported.found === undefined ? t("import.no_json") : (check(partitionFile, imported.found) ?? "");
    void message.error(t("import.refused", { name: file.name, reason: `${place}${reason}` }));
  };
  return (
    <>
      {canEdit && (
        <FileButton
          icon={<UploadOutlined />}
          label={t("import.open")}
          accept=".json,application/json"
          onFiles={([file]) => void take(file)}
        />
      )}
      <Button
        icon={<DownloadOutlined />}
        disabled={editor.rules.length === 0}
        onClick={() => exportRules(project, editor.rules)}
      >
        {t("export")}
      </Button>
    </>
  );
}

/** The versions that are kept; one that is chosen is what the table then holds, and is saved as a new one. */
function Versions(props: { project: string; saved: SavedPartitions; editor: RuleEditor; canEdit: boolean }) {
  const t = useT("partitions");
  const format = useFormat();
  const { message } = App.useApp();
  const { project, saved, editor, canEdit } = props;
  const versions = useVersions(project);
  const replace = useReplace(editor);
  if (saved.version === 0) return null;
  const take = (version: number) =>
    readVersion(project, version).then(
      ({ rules }) => replace(rules),
      (error: unknown) => void message.error(errorText(error)),
    );
  return (
    <Select
      className="partitions-versions"
      aria-label={t("versions")}
      disabled={!canEdit}
      value={editor.isDirty ? null : saved.version}
      placeholder={t("unsaved")}
      options={(versions.data ?? [saved]).map(({ version, user_name, created_at }) => ({
        value: version,
        label: `${t("version", { version })} · ${user_name} · ${format.exact(created_at ?? 0)}`,
      }))}
      onChange={(version: number) => void take(version)}
    />
  );
}
