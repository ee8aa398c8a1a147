import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  BlockOutlined,
  CopyOutlined,
  DeleteOutlined,
  EyeInvisibleOutlined,
  EyeOutlined,
  PlusOutlined,
  RedoOutlined,
  UndoOutlined,
} from "@ant-design/icons";
import { Button } from "antd";
import type { ReactNode } from "react";
import { ClickMenu } from "../../../../lib/components/click-menu.tsx";
import { useT } from "../../../../lib/i18n/index.ts";
import { useActionMenu } from "./actions.tsx";
import { withKey } from "./keys-said.ts";

/** What can be done with the steps that are selected. */
export function Toolbar(props: {
  canUse: boolean;
  canGroup: boolean;
  isOff: boolean;
  canUndo: boolean;
  canRedo: boolean;
  onAdd: (action: string) => void;
  onAddCase: () => void;
  onMove: (way: "up" | "down") => void;
  onDuplicate: () => void;
  onTurnOff: () => void;
  onGroup: () => void;
  onDelete: () => void;
  onUndo: () => void;
  onRedo: () => void;
}) {
  const t = useT("steps");
  const { canUse, canGroup, isOff, onAdd, onAddCase, onMove } = props;
  const menu = useActionMenu(onAdd);
  return (
    <div className="steps-bar">
      <ClickMenu menu={menu} placement="bottomLeft">
        <Button size="small" icon={<PlusOutlined />}>
          {t("do.add")}
        </Button>
      </ClickMenu>
      <Button size="small" type="text" onClick={onAddCase}>
        {t("do.add_case")}
      </Button>
      <span className="edit-space" />
      <Tool label={t("do.up")} keys="Alt+↑" icon={<ArrowUpOutlined />} off={!canUse} onClick={() => onMove("up")} />
      <Tool
        label={t("do.down")}
        keys="Alt+↓"
        icon={<ArrowDownOutlined />}
        off={!canUse}
        onClick={() => onMove("down")}
      />
      <Tool label={t("do.duplicate")} keys="Mod+D" icon={<CopyOutlined />} off={!canUse} onClick={props.onDuplicate} />
      <Tool
        label={t(isOff ? "do.enable" : "do.disable")}
        keys="Mod+/"
        icon={isOff ? <EyeOutlined /> : <EyeInvisibleOutlined />}
        off={!canUse}
        onClick={props.onTurnOff}
      />
      <Tool label={t("do.group")} icon={<BlockOutlined />} off={!canGroup} onClick={props.onGroup} />
      <Tool label={t("do.delete")} keys="Delete" icon={<DeleteOutlined />} off={!canUse} onClick={props.onDelete} />
      <i className="steps-bar-line" />
      <Tool label={t("do.undo")} keys="Mod+Z" icon={<UndoOutlined />} off={!props.canUndo} onClick={props.onUndo} />
      <Tool label={t("do.redo")} keys="Mod+Y" icon={<RedoOutlined />} off={!props.canRedo} onClick={props.onRedo} />
    </div>
  );
}

function Tool(props: { label: string; keys?: string; icon: ReactNode; off?: boolean; onClick: () => void }) {
  const { label, keys, icon, off = false, onClick } = props;
  return (
    <button
      type="button"
      className="udt-icon-button"
      data-large
      aria-label={label}
      title={keys === undefined ? label : withKey(label, keys)}
      disabled={off}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
