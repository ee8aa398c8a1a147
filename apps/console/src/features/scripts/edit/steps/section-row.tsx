import { EllipsisOutlined, SettingOutlined } from "@ant-design/icons";
import type { MenuProps } from "antd";
import { ClickMenu } from "../../../../lib/components/click-menu.tsx";
import { inRow, useFormat } from "../../../../lib/format/index.ts";
import { useT } from "../../../../lib/i18n/index.ts";
import { BLOCK_ICON, CASE_ICON } from "./actions.tsx";
import { withKey } from "./keys-said.ts";
import type { SectionRow } from "./rows.ts";
import { own, TurnButton } from "./turn-button.tsx";

/** The head of a case or a block: what it is called, and how much is in it. */
export function SectionLine(props: {
  row: SectionRow;
  canChange: boolean;
  menu: MenuProps;
  isEdited: boolean;
  onTurn: () => void;
  onEdit: () => void;
}) {
  const t = useT("steps");
  const format = useFormat();
  const { row, canChange, menu, isEdited, onTurn, onEdit } = props;
  const { kind, name, says } = row.one;
  const rows = Array.isArray(says["data"]) ? says["data"].length : 0;
  const parameters = Array.isArray(says["parameters"]) ? says["parameters"].map(String) : [];
  const edit = t("edit", { name });
  return (
    <>
      <TurnButton isOpen={row.isOpen} onTurn={onTurn} />
      <i className="steps-icon" data-kind={kind} aria-hidden>
        {kind === "case" ? CASE_ICON : BLOCK_ICON}
      </i>
      <span className="steps-section-name udt-ellipsis">
        <small>{t(kind)}</small>
        <b data-literal>{name}</b>
      </span>
      <span className="steps-section-facts udt-num">
        {parameters.length > 0 && <span data-literal>{t("parameters", { names: inRow(parameters) })}</span>}
        {rows > 0 && <span>{t("rows", { count: rows, total: format.number(rows) })}</span>}
        <span>{t("count", { count: row.count, total: format.number(row.count) })}</span>
      </span>
      {canChange && (
        <span onClick={(event) => event.stopPropagation()} role="presentation">
          <button
            type="button"
            tabIndex={-1}
            className="udt-icon-button"
            aria-pressed={isEdited}
            aria-label={edit}
            title={withKey(edit, "Enter")}
            onClick={own(onEdit)}
          >
            <SettingOutlined />
          </button>
          <ClickMenu menu={menu} autoFocus>
            <button
              type="button"
              tabIndex={-1}
              data-more
              className="udt-icon-button"
              aria-label={t("do.more", { name })}
              title={withKey(t("do.more", { name }), "Shift+F10")}
            >
              <EllipsisOutlined />
            </button>
          </ClickMenu>
        </span>
      )}
    </>
  );
}
