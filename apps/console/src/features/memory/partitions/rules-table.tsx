import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from "@ant-design/icons";
import { LIMITS, partitionRule, type PartitionRule } from "@udt/contract";
import { Button, Input, InputNumber } from "antd";
import { useFormat } from "../../../lib/format/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { Table } from "../../../lib/list/index.ts";
import { useRuleText } from "../../../lib/rules/index.ts";
import { changed, moved, named, type RuleDraft } from "./rule-draft.ts";
import type { RuleEditor } from "./use-rule-editor.ts";

const MB = 1024 ** 2;
const BUDGET_MIN_MB = 0.001;
const BUDGET_MAX_MB = 1024 ** 2;
const TEXTS = ["module", "owner", "symbol", "image", "region"] as const;
type TextField = (typeof TEXTS)[number];
const LENGTHS: Record<TextField, number> = {
  module: LIMITS.name_max,
  owner: LIMITS.name_max,
  symbol: LIMITS.memory_pattern_max,
  image: LIMITS.memory_pattern_max,
  region: LIMITS.memory_pattern_max,
};

/** The rules in their order, each a row of fields. */
export function RulesTable({ editor, canEdit }: { editor: RuleEditor; canEdit: boolean }) {
  const t = useT("partitions");
  return (
    <Table
      className="partitions-rules"
      columns={[
        { key: "place", label: t("column.place"), width: 44, isHidden: true },
        { key: "module", label: t("column.module") },
        { key: "symbol", label: t("column.symbol"), width: "22%" },
        { key: "image", label: t("column.image") },
        { key: "region", label: t("column.region") },
        { key: "owner", label: t("column.owner") },
        { key: "budget", label: t("column.budget"), width: 118 },
        ...(canEdit ? [{ key: "actions", label: t("column.actions"), width: 112, isHidden: true }] : []),
      ]}
    >
      {editor.drafts.map((draft, index) => (
        <Rule key={draft.key} editor={editor} draft={draft} index={index} canEdit={canEdit} />
      ))}
    </Table>
  );
}

function Rule(props: { editor: RuleEditor; draft: RuleDraft; index: number; canEdit: boolean }) {
  const t = useT("partitions");
  const format = useFormat();
  const { check } = useRuleText();
  const { editor, draft, index, canEdit } = props;
  const { drafts } = editor;
  const number = format.number(index + 1);
  const fault = editor.isJudged ? check(partitionRule, draft) : undefined;
  const set = (change: Partial<PartitionRule>) => editor.change(changed(drafts, draft.key, change));
  const field = (name: TextField) => (
    <Input
      aria-label={t("field", { column: t(`column.${name}`), number })}
      autoComplete="off"
      disabled={!canEdit}
      maxLength={LENGTHS[name]}
      status={
        fault !== undefined && (name === "module" || name === "symbol") && draft[name].trim() === "" ? "error" : ""
      }
      value={draft[name]}
      onChange={(event) => set({ [name]: event.target.value })}
      {...(name === "module" && { onBlur: () => editor.isDirty && editor.change(named(drafts, draft.key)) })}
    />
  );
  return (
    <tr>
      <td className="udt-num udt-secondary">{number}</td>
      <td>
        {field("module")}
        {fault !== undefined && (
          <small className="partitions-fault" role="alert">
            {fault}
          </small>
        )}
      </td>
      <td>{field("symbol")}</td>
      <td>{field("image")}</td>
      <td>{field("region")}</td>
      <td>{field("owner")}</td>
      <td>
        <InputNumber
          aria-label={t("field", { column: t("column.budget"), number })}
          disabled={!canEdit}
          min={BUDGET_MIN_MB}
          max={BUDGET_MAX_MB}
          suffix="MB"
          value={draft.budget_bytes === null ? null : draft.budget_bytes / MB}
          onChange={(mb) => set({ budget_bytes: mb === null ? null : Math.round(mb * MB) })}
        />
      </td>
      {canEdit && (
        <td className="partitions-actions">
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={t("move.up", { number })}
            disabled={index === 0}
            onClick={() => editor.change(moved(drafts, draft.key, -1))}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={t("move.down", { number })}
            disabled={index === drafts.length - 1}
            onClick={() => editor.change(moved(drafts, draft.key, 1))}
          />
          <Button
            type="text"
            size="small"
            icon={<DeleteOutlined />}
            aria-label={t("remove", { number })}
            onClick={() => editor.change(drafts.filter(({ key }) => key !== draft.key))}
          />
        </td>
      )}
    </tr>
  );
}
