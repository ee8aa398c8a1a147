// @vitest-environment happy-dom
import { act, useState } from "react";
import { expect, it } from "vitest";
import { field, fill, show } from "../components/rendered.fixture.tsx";
import { TimeInput } from "./time-input.tsx";

function Asked() {
  const [time, setTime] = useState("22:05");
  return <TimeInput aria-label="Time" value={time} onChange={setTime} />;
}

it("takes and shows a time in 24 hours, whatever the browser's language, and completes it", async () => {
  await show(<Asked />);
  const time = field("Time");
  expect([time.type, time.value]).toEqual(["text", "22:05"]);
  for (const [typed, whole] of [
    ["8:30", "08:30"],
    [" 17：45", "17:45"],
    ["8 pm", "8 pm"],
  ] as const) {
    await fill(time, typed);
    await act(async () => {
      time.focus();
      time.blur();
    });
    expect(time.value).toBe(whole);
  }
});
