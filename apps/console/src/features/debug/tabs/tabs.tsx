import { DownOutlined } from "@ant-design/icons";
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import { useSearchParams } from "react-router";
import { ClickMenu } from "../../../lib/components/click-menu.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { useSearchChange } from "../../../lib/navigation/use-search-change.ts";
import { useHidden } from "./use-hidden.ts";
import "./tabs.css";

export interface Tab {
  key: string;
  label: ReactNode;
  /** Why it cannot be used now; shown when the pointer rests on it. */
  disabledReason?: string | undefined;
  content: ReactNode;
}

/** The first is shown at first. */
export type Tabbed = readonly [Tab, ...Tab[]];

const ActiveContext = createContext(true);
/** Whether the tab that this is in is the one shown. */
export const useTabActive = (): boolean => useContext(ActiveContext);

const PARAM = "tab";

/** Opens a tab by its key: which one is open is in the address, where a reload and who is given it find it. */
export function useOpenTab(): (key: string) => void {
  const [, change] = useSearchChange();
  return (key) => change((search) => search.set(PARAM, key), { replace: true });
}

/** Tabs whose panels stay as they are when another is shown. A panel is made when it is first opened. */
export function Tabs({ tabs, label }: { tabs: Tabbed; label: string }) {
  const t = useT("debug");
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const hidden = useHidden(list);
  const [first] = tabs;
  const [search] = useSearchParams();
  const openTab = useOpenTab();
  const chosen = search.get(PARAM);
  // One that cannot be used now is opened as soon as it can.
  const active = tabs.find((tab) => tab.key === chosen && !tab.disabledReason) ?? first;
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => new Set([active.key]));
  if (!opened.has(active.key)) setOpened(new Set([...opened, active.key]));

  useEffect(() => {
    // A narrow window has no room for all of them.
    document.getElementById(`${id}-${active.key}`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [id, active.key]);

  const open = (tab: Tab) => {
    if (!tab.disabledReason) openTab(tab.key);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const usable = tabs.filter((tab) => !tab.disabledReason);
    const next = usable[(usable.indexOf(active) + step + usable.length) % usable.length];
    if (!next) return;
    open(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus();
  };
  const menu = {
    selectedKeys: [active.key],
    items: tabs.map(({ key, label: name, disabledReason }) => ({ key, label: name, disabled: !!disabledReason })),
    onClick: ({ key }: { key: string }) => openTab(key),
  };

  return (
    <div className="dbg-tabs">
      <div className="dbg-tabbar">
        <div
          ref={list}
          className="dbg-tablist"
          data-hidden={hidden}
          role="tablist"
          aria-label={label}
          onKeyDown={onKeyDown}
        >
          {tabs.map((tab) => (
            <button
              key={tab.key}
              type="button"
              role="tab"
              id={`${id}-${tab.key}`}
              data-tab={tab.key}
              aria-selected={tab === active}
              aria-controls={`${id}-${tab.key}-panel`}
              aria-disabled={tab.disabledReason !== undefined}
              title={tab.disabledReason}
              tabIndex={tab === active ? 0 : -1}
              onClick={({ detail: clicks }) => {
                open(tab);
                // Whose pointer is on the one that is shown wants to be in it, where it takes keys.
                if (tab === active && clicks > 0)
                  document
                    .getElementById(`${id}-${tab.key}-panel`)
                    ?.querySelector<HTMLElement>("[data-keys] textarea")
                    ?.focus();
              }}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {hidden !== undefined && (
          <ClickMenu menu={menu}>
            <button type="button" aria-label={t("tabs.all")} title={t("tabs.all")}>
              <DownOutlined aria-hidden />
            </button>
          </ClickMenu>
        )}
      </div>
      {tabs
        .filter((tab) => opened.has(tab.key))
        .map((tab) => (
          <div
            key={tab.key}
            role="tabpanel"
            id={`${id}-${tab.key}-panel`}
            aria-labelledby={`${id}-${tab.key}`}
            className="dbg-tabpanel"
            hidden={tab !== active}
          >
            <ActiveContext value={tab === active}>{tab.content}</ActiveContext>
          </div>
        ))}
    </div>
  );
}
