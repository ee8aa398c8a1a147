import { expect, it } from "vitest";
import { checkRequirements } from "./requirements.ts";

it.each([
  "",
  "# nothing",
  "pytest",
  "pytest==8.4.1",
  "pytest >= 8, < 9",
  "pytest>=8,<9,",
  "requests[socks,use-chardet]~=2.32 # for the shop",
  "uiautomator2==3.*",
  'colorama ; sys_platform == "win32"',
  'a>=1;python_version<"4" and extra=="#b"',
  "six==1.17.0 \\\n    --hash=sha256:4721f391ed90541fddacab5acf947aa0d3dc7d27b2e1e8eda2be8970586c3274 \\\n    --hash=sha256:ff70335d468e7eb6ec65b95b99d3a2836546063f63acc5171de367e834932a81",
])("takes %j", (text) => {
  expect(checkRequirements(text)).toBeUndefined();
});

it.each([
  "-r other.txt",
  "--index-url example.com",
  "pear --index-url=example.com",
  'pear ; python_version > "3" --config-settings=a=b',
  "./pear",
  "git+ssh://example.com/pear",
  "pear @ https://example.com/pear.whl",
  "pear[a",
  "pear[a;b]",
  "pear>=",
  "pear,>=1",
  "pear>=1 <2",
  "pear ${HOME}",
  'pear ; "${UDT_AGENT_TOKEN}" == "a"',
  "--hash=sha256:00",
  `pear==${"1".repeat(5_000)}`,
])("refuses %j", (text) => {
  expect(checkRequirements(`six\n${text}`)).toMatchObject({
    code: "requirements_named_only",
    args: { line: text.slice(0, 200) },
  });
});

it.each(["\f", "\v", "\r", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029"])(
  "refuses %j, where pip sees a line's end and begins to read what stood in a comment",
  (end) => {
    for (const line of [`# pears${end}--no-binary=:all:`, `pear ; python_version > "3"${end}-r/etc/passwd`])
      expect(checkRequirements(`six\n${line}\nfig`)).toMatchObject({ code: "requirements_named_only", args: { line } });
  },
);

it.each(["# pears \\\n--no-binary=:all:", "pear \\\n  # sweet \\\n--no-binary=:all:"])(
  "ends a comment with its line, as pip does, also before a backslash: %j",
  (text) => expect(checkRequirements(text)).toMatchObject({ args: { line: "--no-binary=:all:" } }),
);

it.each([
  `a${"!a".repeat(40)}"`,
  `a${"!a".repeat(2_000)}"`,
  `a[${"a".repeat(4_000)}`,
  `a ${"--hash=sha1:0 ".repeat(300)}!`,
  `${" #".repeat(500_000)}\u2028a`,
  "a\\\n".repeat(100_000),
])("takes no longer to read than the text is long", (text) => {
  const started = performance.now();
  checkRequirements(text);
  // By one pattern the first of these never ended.
  expect(performance.now() - started).toBeLessThan(1_000);
});
