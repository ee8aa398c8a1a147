// @vitest-environment happy-dom
import type { editor } from "monaco-editor/editor";
import { act } from "react";
import { beforeAll, expect, it } from "vitest";
import { button, press, show } from "../../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../../lib/i18n/index.ts";
import { MonacoContext, type Monaco } from "../monaco.ts";
import { chosenSteps } from "./chosen-steps.ts";
import { RunButton } from "./run-button.tsx";
import type { Trying } from "./use-trial.ts";

beforeAll(() => loadTexts("common", "scripts"));

const monaco = { KeyCode: { Enter: 3 }, KeyMod: { CtrlCmd: 1, Shift: 2, Alt: 4 } } as unknown as Monaco;
const selection = { startLineNumber: 4, endLineNumber: 6, endColumn: 2 };

it("runs a selection of the view of steps once a step is chosen, and says so until then", async () => {
  const model = {} as editor.ITextModel;
  const code = {
    getModel: () => model,
    getSelection: () => selection,
    addAction: () => ({ dispose: () => undefined }),
  };
  const started: unknown[] = [];
  const trial = { isRunning: false, phone: {}, start: (...what: unknown[]) => started.push(what) };
  await show(
    <MonacoContext value={monaco}>
      <RunButton
        path="cases/a.yaml"
        trial={trial as unknown as Trying}
        phone={{ isOffered: true, isOpen: true }}
        isAsked={false}
        code={code as unknown as editor.IStandaloneCodeEditor}
        doc={{ model }}
      />
    </MonacoContext>,
  );
  const run = () => button("Run selection");
  // In the text there is always a caret.
  expect(run().disabled).toBe(false);
  await act(async () => chosenSteps(model).set(0));
  expect(run().disabled).toBe(true);
  expect(run().title).toBe("Choose one or more steps first.");
  expect(button("Run").disabled).toBe(false);
  await press(run());
  expect(started).toEqual([]);
  await act(async () => chosenSteps(model).set(2));
  expect(run().title).toMatch(/^Run the selected steps on the phone/);
  await press(run());
  expect(started).toEqual([["cases/a.yaml", { selection: { from: 4, to: 6 } }]]);
});
