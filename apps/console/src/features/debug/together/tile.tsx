import type { MenuProps } from "antd";
import type { ReactNode } from "react";
import { ClickMenu } from "../../../lib/components/click-menu.tsx";
import "../../../lib/components/mark.css";
import { useT } from "../../../lib/i18n/index.ts";
import { MoreIcon } from "../icons.tsx";
import type { TileProps } from "./tile-props.ts";

type Items = NonNullable<NonNullable<MenuProps["items"]>[number]>[];

/** The frame of one device: its name, how it is, what can be done with it, and below its screen what there is to say. */
export function Tile(
  props: Pick<TileProps, "isLeader" | "onLead" | "onTakeOut"> & {
    name: string;
    pill?: ReactNode;
    isApart?: boolean;
    more?: Items;
    children: ReactNode;
  },
) {
  const t = useT("debug");
  const { name, isLeader } = props;
  const items: Items = [
    ...(isLeader ? [] : [{ key: "lead", label: t("together.lead"), onClick: props.onLead }]),
    { key: "out", label: t("together.take_out"), onClick: props.onTakeOut },
    ...(props.more ?? []),
  ];
  return (
    <section
      className="dbg-tile"
      aria-label={name}
      data-leader={isLeader || undefined}
      data-apart={props.isApart || undefined}
    >
      <header>
        <h2 className="udt-ellipsis" title={name}>
          {name}
        </h2>
        {isLeader && <span className="udt-mark">{t("together.leader")}</span>}
        <span className="dbg-space" />
        {props.pill}
        <ClickMenu menu={{ items }}>
          <button
            type="button"
            className="dbg-key"
            aria-label={t("together.more", { name })}
            title={t("together.more", { name })}
          >
            <MoreIcon />
          </button>
        </ClickMenu>
      </header>
      {props.children}
    </section>
  );
}
