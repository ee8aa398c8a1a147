import axe from "axe-core";
import type { Page } from "playwright-core";

/** Brings axe's script into the page, where none of the page's own rules for scripts stops it. */
const SCRIPT = `if (!window.axe) { ${axe.source} }`;

/**
 * What axe-core finds wrong with the page as it shows now: `all` by every rule that it runs by itself, none left out, and by
 * those of `more`, which it has and does not run by itself; `colors` by its rules about these.
 */
export async function findAxeFaults(page: Page, what: "all" | "colors", ...more: string[]): Promise<string[]> {
  await page.evaluate(SCRIPT);
  return page.evaluate(
    async ([isAll, rules]) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe;
      const { violations } = await run({
        resultTypes: ["violations"],
        ...(isAll
          ? { rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: true }])) }
          : { runOnly: ["color-contrast", "link-in-text-block"] }),
      });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ target, html, failureSummary }) =>
            `${id} at ${target.join(" ")}: ${html.slice(0, 160)}: ${failureSummary ?? ""}`,
        ),
      );
    },
    [what === "all", more] as const,
  );
}
