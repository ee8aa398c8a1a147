// @vitest-environment happy-dom
import { act } from "react";
import { beforeAll, expect, it } from "vitest";
import { field, fill, show } from "../../../lib/components/rendered.fixture.tsx";
import { loadTexts } from "../../../lib/i18n/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { SessionProvider, type Session } from "../session.tsx";
import { ScriptKeeper } from "./script-keeper.ts";
import { StepRow } from "./step-row.tsx";
import type { Action } from "./steps.ts";
import { ScriptProvider, type ScriptTools } from "./use-script.ts";

beforeAll(() => loadTexts("common", "debug"));

const session = { project: "demo", test_id: "t", device_id: "d", running: true, drives: true } as Session;

const play = { step_id: undefined, done: new Set<number>(), failed: undefined, isWhole: false };

function Rows({ keeper }: { keeper: ScriptKeeper }) {
  const { steps } = useStore(keeper.script);
  return steps.map((step) => <StepRow key={step.step_id} step={step} number={1} play={play} isPlaying={false} />);
}

/** A script of one step, and its row. */
async function rowOf(action: Action): Promise<ScriptKeeper> {
  const keeper = new ScriptKeeper({ getItem: () => null, setItem: () => undefined }, "script");
  keeper.add(action);
  await show(
    <SessionProvider value={session}>
      <ScriptProvider value={{ keeper } as ScriptTools}>
        <ol>
          <Rows keeper={keeper} />
        </ol>
      </ScriptProvider>
    </SessionProvider>,
  );
  return keeper;
}
const target = { by: "resource_id", value: "shop:id/total", instance: 0 } as const;

it("shows what is to be seen, and says where no file has the picture of it", async () => {
  const picture = { png: "aGFsbG8=", screen: { width: 720, height: 1600 }, texts: ["Hello Ada"] };
  const keeper = await rowOf({ kind: "look", target, picture });
  expect(document.querySelector("img")?.alt).toBe("What step 1 is to see");
  expect(document.querySelector("[role=note]")).toBeNull();
  await act(async () => keeper.add({ kind: "text", text: "Ada", field: "account" }));
  expect(document.querySelector("[role=note]")?.textContent).toMatch(/^Its picture shows what is the account’s/);
});

it("lets a check wait for as long as is entered, and as each step does where nothing is", async () => {
  const keeper = await rowOf({ kind: "check", target, text: "€9" });
  const seconds = field("How long step 1 may wait, in seconds");
  const leave = () => act(async () => seconds.dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
  const said = () => keeper.script.get().steps[0]?.action;
  await fill(seconds, "3");
  await leave();
  expect(said()).toEqual({ kind: "check", target, text: "€9", within_s: 3 });
  await fill(seconds, "");
  await leave();
  expect(said()).toEqual({ kind: "check", target, text: "€9" });
});
