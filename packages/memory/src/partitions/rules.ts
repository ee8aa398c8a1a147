import { globTest } from "./glob.ts";

/**
 * What belongs to a business module: stacks of which one call fits `symbol` and `image`, and regions whose type fits `region`, each
 * a pattern of {@link globTest}. An empty one asks for nothing; a rule that has none fits nothing.
 */
export interface PartitionRule {
  module: string;
  /** Who answers for the module, and how much it may have: one of each for all rules of a module. */
  owner: string;
  budget_bytes: number | null;
  symbol: string;
  image: string;
  region: string;
}

/** No rule fits: after the last of any list. */
export const NO_RULE = 0x7fff_ffff;

/** Rules in their order, ready to be asked. */
export class RuleTests {
  readonly #calls: { index: number; symbol: (name: string) => boolean; image: (name: string) => boolean }[] = [];
  readonly #regions: { index: number; fits: (name: string) => boolean }[] = [];
  readonly #rules: readonly PartitionRule[];

  constructor(rules: readonly PartitionRule[]) {
    this.#rules = rules;
    for (const [index, { symbol, image, region }] of rules.entries()) {
      if (symbol !== "" || image !== "") this.#calls.push({ index, symbol: testOf(symbol), image: testOf(image) });
      if (region !== "") this.#regions.push({ index, fits: globTest(region) });
    }
  }

  /** @returns the number of the first rule that a call fits, or {@link NO_RULE} */
  ofCall(symbol: string, image: string): number {
    return this.#calls.find((rule) => rule.image(image) && rule.symbol(symbol))?.index ?? NO_RULE;
  }

  /** @returns the number of the first rule that a type of regions fits, or {@link NO_RULE} */
  ofRegion(type: string): number {
    return this.#regions.find(({ fits }) => fits(type))?.index ?? NO_RULE;
  }

  /** Whose what fits a rule is; nothing where none fits. */
  moduleOf(index: number): { module?: string } {
    const rule = this.#rules[index];
    return rule ? { module: rule.module } : {};
  }
}

const testOf = (pattern: string) => globTest(pattern === "" ? "*" : pattern);
