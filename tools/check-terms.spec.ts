/** Texts call a thing by one word in each language: docs/glossary.md, "What people read". */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROOT = new URL("..", import.meta.url).pathname;
const LANGUAGES = ["en", "zh", "ja"] as const;
type Language = (typeof LANGUAGES)[number];

/** What no text says, and what is said instead. */
const NEVER: Record<Language, [RegExp, string][]> = {
  en: [
    [/\bjobs?\b/i, "a job is a task to people"],
    [/\b(a|the|this|its|each|new|no) schedules?\b/i, "a schedule is a trigger to people"],
    [/(?<!\{)\blabels?\b/i, "what a project calls devices is a tag"],
    [/\b[Ee]xecut(es?|ing)\b|^Under test$|^In progress$/, "what goes on runs, it is Running"],
  ],
  zh: [
    [/作业/, "任务"],
    [/[上首再每]次运行|次运行|重新运行|反复运行|运行记录|运行(一个|该|此)?任务|任务在?.{0,4}运行(?!环境)/, "执行"],
    [/定时任务/, "触发器"],
    [/(?<![A-Za-z])Agent(?![A-Za-z])/, "代理"],
    [/(?<![A-Za-z])Token(?![A-Za-z])/, "令牌"],
    [/^测试中$/, "执行中"],
    [/凭证/, "凭据"],
    [/执行器|(?<![A-Za-z])[Rr]unner(?![A-Za-z])/, "测试运行器"],
    [/设备标[记识]/, "标签"],
    [/运行失败/, "执行失败"],
  ],
  ja: [
    [/ジョブ/, "タスク"],
    [/(?<![ァ-ヶー])ラン(?![ァ-ヶー])/, "実行"],
    [/スケジュール/, "トリガー"],
    [/端末/, "デバイス"],
    [/ラベル/, "タグ"],
    [/^テスト中$/, "実行中"],
    [/クリーニング/, "クリーンアップ"],
    [/新規の?失敗/, "新しい失敗"],
    [/件成功|ケース成功/, "合格"],
    [/(最低|対象|別の|この)システム(?!管理)/, "OS"],
    [/(?<!故障|サインイン用)チケット/, "故障チケット"],
  ],
};

/** The texts of a file: what stands in quotes and is no key, import or type. */
function textsOf(source: string): string[] {
  const code = source.replace(/^import .*$|^declare module[\s\S]*$/gm, "");
  return [...code.matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(
    ([, plain, template]) => plain ?? template!,
  );
}

const filesOf = (language: Language): string[] =>
  globSync(
    [
      `apps/*/src/**/texts/**/${language}.ts`,
      `packages/base/src/words/${language}.ts`,
      `packages/contract/src/{job-facts,report-words}/${language}.ts`,
    ],
    { cwd: ROOT },
  );

const wrongIn = (language: Language, texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    NEVER[language].flatMap(([pattern, instead]) => (pattern.test(text) ? [`${text} (${instead})`] : [])),
  );

it.each(LANGUAGES)("texts in %s keep to the words of the glossary", (language) => {
  const files = filesOf(language);
  expect(files.length).toBeGreaterThan(20);
  const wrong = files.flatMap((file) =>
    wrongIn(language, textsOf(readFileSync(ROOT + file, "utf8"))).map((text) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

it.each([
  ["en", "Delete the job?"],
  ["zh", "与上次运行相比"],
  ["ja", "ジョブを削除しますか"],
  ["en", "Under test"],
  ["en", "No case executes at the moment"],
  ["zh", "项目 Token"],
  ["ja", "端末を接続"],
  ["en", "No label finds it"],
  ["zh", "新建设备标记"],
  ["ja", "ラベルを選択"],
  ["ja", "クリーニング中"],
  ["ja", "新規の失敗"],
  ["ja", "対象システム"],
  ["ja", "未完了のチケット"],
] as const)("would find it in %s: %s", (language, text) => {
  expect(wrongIn(language, textsOf(`const x = { a: "${text}" };`))).toHaveLength(1);
});

it("lets programs run", () => {
  expect(wrongIn("zh", ["应用正在运行", "运行环境"])).toEqual([]);
  expect(wrongIn("ja", ["ブランド", "トランスポート"])).toEqual([]);
});
