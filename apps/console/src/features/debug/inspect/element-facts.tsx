import type { ElementTree } from "@udt/contract";
import { Select } from "antd";
import type { ReactNode } from "react";
import { CopyButton } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { LOCATOR_KINDS, locatorsOf } from "./locators.ts";
import { useInspector } from "./use-inspector.ts";
import { inRow } from "../../../lib/format/index.ts";

/** What else can be done with an element. */
export type ElementActions = (tree: ElementTree, at: number) => ReactNode;

/** All that is known of one element, and what names it. */
export function ElementFacts(props: {
  tree: ElementTree;
  at: number | undefined;
  isGone: boolean;
  actions: ElementActions;
}) {
  const { tree, at, isGone, actions } = props;
  const t = useT("debug");
  const inspector = useInspector();
  const { locator_kind } = useStore(inspector.view);
  const element = at === undefined ? undefined : tree.list[at];
  if (at === undefined || !element)
    return <p className="dbg-inspect-note">{t(isGone ? "inspect.gone" : "inspect.choose")}</p>;
  const { left, top, right, bottom } = element.bounds;
  const facts: [string, string][] = [
    [t("inspect.text"), element.text],
    [t("inspect.description"), element.description],
    [t("inspect.id"), element.resource_id],
    [t("inspect.class"), element.class_name],
    [t("inspect.package"), element.package_name],
    [t("inspect.bounds"), `${left}, ${top} · ${right - left} × ${bottom - top}`],
    [t("inspect.states"), inRow(element.states.map((state) => t(`inspect.state.${state}`)))],
  ];
  const locators = locatorsOf(tree, at);
  return (
    <div className="dbg-inspect-facts">
      <div className="dbg-inspect-locators">
        <label>
          {t("inspect.copies")}
          <Select
            size="small"
            value={locator_kind}
            onChange={(kind) => inspector.copyAs(kind)}
            popupMatchSelectWidth={false}
            options={LOCATOR_KINDS.map((kind) => ({ value: kind, label: t(`inspect.locator.${kind}`) }))}
          />
        </label>
        {actions(tree, at)}
        <ul>
          {LOCATOR_KINDS.map((kind) => (
            <li key={kind}>
              <span>{t(`inspect.locator.${kind}`)}</span>
              <code data-literal>{locators[kind]}</code>
              <CopyButton text={locators[kind]} />
            </li>
          ))}
        </ul>
      </div>
      <dl>
        {facts
          .filter(([, value]) => value !== "")
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd data-literal>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
