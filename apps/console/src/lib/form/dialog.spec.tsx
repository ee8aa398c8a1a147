// @vitest-environment happy-dom
import { Button } from "antd";
import { act, useState } from "react";
import { describe, expect, it } from "vitest";
import { ClickMenu } from "../components/click-menu.tsx";
import { button, press, show } from "../components/rendered.fixture.tsx";
import { Dialog } from "./dialog.tsx";

function Asking({ inMenu, steps }: { inMenu: boolean; steps: number }) {
  const [step, setStep] = useState(0);
  const next = () => setStep(step < steps ? step + 1 : 0);
  return (
    <>
      {inMenu ? (
        <ClickMenu menu={{ items: [{ key: "ask", label: "Ask", onClick: next }] }}>
          <Button>Open</Button>
        </ClickMenu>
      ) : (
        <Button onClick={next}>Open</Button>
      )}
      {step > 0 && (
        <Dialog
          key={step}
          footer={
            <Button autoFocus onClick={next}>
              {`Done ${step}`}
            </Button>
          }
        />
      )}
    </>
  );
}

describe("a dialog that is taken away while it is open", () => {
  it.each([1, 2])("gives the focus back to the button that opened it, after %i of them", async (steps) => {
    await show(<Asking inMenu={false} steps={steps} />);
    button("Open").focus();
    await press(button("Open"));
    for (let step = 1; step <= steps; step++) {
      button(`Done ${step}`).focus();
      await press(button(`Done ${step}`));
    }
    expect(document.activeElement).toBe(button("Open"));
  });

  it("gives it back to the button of the menu that it was chosen in", async () => {
    await show(<Asking inMenu steps={1} />);
    button("Open").focus();
    await press(button("Open"));
    const item = document.querySelector<HTMLElement>("[role=menuitem]")!;
    await act(async () => item.focus());
    await press(item);
    button("Done 1").focus();
    await press(button("Done 1"));
    expect(document.activeElement).toBe(button("Open"));
  });
});
