import type { Element, ElementTree } from "@udt/contract";
import { Segmented } from "antd";
import { CopyButton, ErrorState } from "../../../lib/components/index.ts";
import { useT } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { ElementList } from "../inspect/element-list.tsx";
import { InspectStatus } from "../inspect/inspect-status.tsx";
import { useEscape, useInspector } from "../inspect/use-inspector.ts";
import type { Naming } from "./namings.ts";
import { locatorIn, WISHES } from "./insertion.ts";
import type { Locators } from "./use-locators.ts";

/** Below the picture while elements are picked: what is pointed at, what names it, and what of that goes into the file. */
export function BesideInspect({ locators }: { locators: Locators }) {
  const t = useT("beside");
  const debug = useT("debug");
  const inspector = useInspector();
  const { tree, hovered, chosen, isGone, error } = useStore(inspector.view);
  useEscape(inspector);
  const shown = tree?.list[hovered ?? chosen ?? -1];
  return (
    <section className="dbg-beside-inspect" aria-label={debug("tabs.inspect")}>
      {locators.refusal === undefined ? (
        <div className="dbg-beside-wish">
          <span>{t("inserts")}</span>
          <Segmented
            size="small"
            aria-label={t("inserts")}
            value={locators.wish}
            onChange={locators.wants}
            options={WISHES.map((value) => ({ value, label: t(`wish.${value}`) }))}
          />
        </div>
      ) : (
        <p className="dbg-beside-refusal">{locators.refusal}</p>
      )}
      <InspectStatus />
      {error !== undefined && (
        <ErrorState title={debug("inspect.failed")} error={error} onRetry={() => void inspector.read()} />
      )}
      {shown ? (
        <Facts element={shown} />
      ) : (
        <p className="udt-secondary">{isGone ? debug("inspect.gone") : t("point")}</p>
      )}
      {tree && chosen !== undefined && <Namings tree={tree} at={chosen} locators={locators} />}
      {tree && (
        <details className="dbg-beside-tree">
          <summary>{debug("inspect.tree")}</summary>
          <ElementList tree={tree} keyword="" onChoose={locators.choose} />
        </details>
      )}
    </section>
  );
}

function Facts({ element }: { element: Element }) {
  const debug = useT("debug");
  const { left, top, right, bottom } = element.bounds;
  const facts = [
    [debug("inspect.id"), element.resource_id],
    [debug("inspect.text"), element.text || element.description],
    [debug("inspect.class"), element.class_name],
    [debug("inspect.bounds"), `${left}, ${top} · ${right - left} × ${bottom - top}`],
  ] as const;
  return (
    <dl className="dbg-beside-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="udt-ellipsis" title={value} data-literal>
            {value || "–"}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What names the element, the most robust first, and on how many elements of the screen that fits. */
function Namings({ tree, at, locators }: { tree: ElementTree; at: number; locators: Locators }) {
  const t = useT("beside");
  const { language, use } = locators;
  const all = locators.of(tree, at);
  return (
    <>
      <ol className="dbg-beside-namings" aria-label={t("namings")}>
        {all.map((naming) => {
          const { by, value } = naming.target;
          const locator = locatorIn(language ?? "low_code", naming.target);
          return (
            <li key={by} data-by={by} data-matches={naming.matches}>
              <span>{t(`by.${by}`)}</span>
              <code className="udt-ellipsis" title={value} data-literal>
                {value}
              </code>
              <Mark naming={naming} />
              {language ? (
                <button
                  type="button"
                  className="dbg-link"
                  aria-label={t("insert_by", { by: t(`by.${by}`) })}
                  onClick={() => use(naming, all)}
                >
                  {t("insert")}
                </button>
              ) : (
                <CopyButton text={locator} />
              )}
            </li>
          );
        })}
      </ol>
      {language && language !== "low_code" && <p className="udt-secondary">{t("calls")}</p>}
    </>
  );
}

/** How unique a locator is on this screen. */
function Mark({ naming: { target, matches } }: { naming: Naming }) {
  const t = useT("beside");
  if (target.by === "xpath") return <Tone tone="warning">{t("layout")}</Tone>;
  if (matches === 1) return <Tone tone="good">{t("alone")}</Tone>;
  return <Tone tone="warning">{t("matches", { total: matches, which: target.instance + 1 })}</Tone>;
}

const Tone = ({ tone, children }: { tone: "good" | "warning"; children: string }) => (
  <span className="dbg-beside-mark" data-tone={tone}>
    {children}
  </span>
);
