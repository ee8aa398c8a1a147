import type { ElementTree } from "@udt/contract";
import { assistdEndpoints } from "@udt/contract/endpoints/assistd";
import { createContext, useContext, useEffect, useMemo } from "react";
import { api } from "../../../lib/api/api.ts";
import { copyOrOffer } from "../copying.ts";
import { useT } from "../../../lib/i18n/index.ts";
import type { ScreenController } from "../../../lib/screen/screen-controller.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { hint } from "../hints.tsx";
import { deviceCall, useSession } from "../session.tsx";
import { Inspector } from "./inspector.ts";
import { locatorsOf } from "./locators.ts";

export type ReadTree = (isAutomatic: boolean) => Promise<ElementTree>;

/** Reads what is on the screen, one reading after the other: Android's tool does not run twice at once. */
export function useTreeReader(): ReadTree {
  const { test_id, device_id, project } = useSession();
  return useMemo(
    () =>
      oneAtATime((is_automatic) =>
        api.call(assistdEndpoints.elementTree, {
          ...deviceCall({ test_id, device_id, project }),
          body: { is_automatic },
        }),
      ),
    [test_id, device_id, project],
  );
}

function oneAtATime(read: ReadTree): ReadTree {
  let before: Promise<unknown> = Promise.resolve();
  return (isAutomatic) => {
    const reading = before.then(() => read(isAutomatic));
    before = reading.catch(() => undefined);
    return reading;
  };
}

/** The inspector of the session's device, told of what its screen shows. */
export function useNewInspector(controller: ScreenController | undefined, read: ReadTree): Inspector {
  const inspector = useMemo(() => new Inspector(read), [read]);
  useEffect(() => {
    if (!controller) return undefined;
    const unsubscribe = controller.stats.subscribe(() => inspector.pictured(controller.stats.get().frames));
    return () => {
      unsubscribe();
      // Without a picture there is nothing to point at.
      inspector.halt();
    };
  }, [controller, inspector]);
  return inspector;
}

const InspectorContext = createContext<Inspector | undefined>(undefined);
export const InspectorProvider = InspectorContext.Provider;

export function useInspector(): Inspector {
  const inspector = useContext(InspectorContext);
  if (!inspector) throw new Error("not below a debug session");
  return inspector;
}

/** Chooses an element and copies what names it. */
export function useChoose(): (at: number) => void {
  const inspector = useInspector();
  const t = useT("debug");
  return (at) => {
    const { tree, locator_kind } = inspector.view.get();
    if (!tree) return;
    inspector.choose(at);
    const locator = locatorsOf(tree, at)[locator_kind];
    copyOrOffer(t, locator, () => hint("good", t("inspect.copied", { locator })));
  };
}

/** While elements are picked, Esc has fingers go to the device again. */
export function useEscape(inspector: Inspector): void {
  const { isOn } = useStore(inspector.view);
  useEffect(() => {
    if (!isOn) return undefined;
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) inspector.turn(false);
    };
    window.addEventListener("keydown", leave);
    return () => window.removeEventListener("keydown", leave);
  }, [isOn, inspector]);
}
