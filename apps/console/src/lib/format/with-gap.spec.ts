import { expect, it } from "vitest";
import { withGap } from "./with-gap.ts";

it.each([
  ["Now:", "Now: "],
  ["当前：", "当前："],
  ["已隐藏“新手上路”。", "已隐藏“新手上路”。"],
  ["アカウントをお持ちですか？", "アカウントをお持ちですか？"],
  ["见 docs", "见 docs "],
])("%s is followed by as much room as it needs", (text, apart) => expect(withGap(text)).toBe(apart));
