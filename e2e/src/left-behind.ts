import type { Page } from "playwright-core";

/** Whether the console that is open is the one that loading it would show, and nothing on it asks before it is left. */
export const canLeave = (page: Page, language: string): Promise<boolean> =>
  page.evaluate(
    (spoken) =>
      document.documentElement.lang.startsWith(spoken) &&
      document.querySelector(".udt-shell") !== null &&
      dispatchEvent(new Event("beforeunload", { cancelable: true })),
    language,
  );

const STATES = ["aria-expanded", "aria-pressed", "aria-checked", "aria-selected", "aria-current", "aria-busy"];

/**
 * All that shows now, and what is said of its state: on the screen that is like no other, what is around the screens.
 *
 * @param leftOut what is not looked at
 */
export const shellOf = (page: Page, leftOut: readonly string[] = []): Promise<string> =>
  page.evaluate(
    ({ states, foreign }) => {
      const seen: string[] = [];
      const visit = (element: Element): void => {
        if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(foreign)) return;
        const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
        seen.push(
          element.localName,
          ...states.map((state) => element.getAttribute(state) ?? ""),
          ...own.map(({ textContent }) => textContent ?? ""),
          "value" in element ? String(element.value) : "",
        );
        for (const child of element.children) visit(child);
      };
      for (const child of document.body.children) visit(child);
      return seen.join(" ");
    },
    { states: STATES, foreign: ["[role=timer]", ...leftOut].join() },
  );

/**
 * Makes the console forget what it was answered, as loading it anew does: what a screen shows then is what the server says
 * now. The console's own cache is found where React keeps it.
 */
export const forgetAnswers = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    interface Fiber {
      memoizedProps?: { client?: Cache };
      child: Fiber | null;
    }
    interface Cache {
      removeQueries(filter: { type: "inactive" }): void;
      invalidateQueries(): Promise<void>;
    }
    const root = document.getElementById("root")!;
    const key = Object.keys(root).find((name) => name.startsWith("__reactContainer$"));
    if (key === undefined) throw new Error("the console is not React's");
    let fiber: Fiber | null = Reflect.get(root, key);
    while (fiber !== null && fiber.memoizedProps?.client === undefined) fiber = fiber.child;
    if (fiber === null) throw new Error("the console keeps no answers");
    const { client } = fiber.memoizedProps!;
    client!.removeQueries({ type: "inactive" });
    await client!.invalidateQueries();
  });
