// @vitest-environment happy-dom
import { useNavigate } from "react-router";
import { beforeAll, expect, it } from "vitest";
import { button, press, show } from "../components/rendered.fixture.tsx";
import { loadTexts } from "../i18n/index.ts";
import { LeaveGuard } from "./leave-guard.tsx";

beforeAll(() => loadTexts("common"));

function Screen() {
  const navigate = useNavigate();
  const links = { Tab: "/edit?branch=a&path=z", Branch: "/edit?branch=b", Away: "/away" };
  return (
    <>
      <LeaveGuard dirty screenOf={["branch"]} />
      {Object.entries(links).map(([name, to]) => (
        <button key={name} onClick={() => void navigate(to)}>
          {name}
        </button>
      ))}
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

it("asks before another screen, which another value of what it is of makes too, and not before another view", async () => {
  const { address } = await show(<Screen />, "/edit?branch=a");
  await press(button("Tab"));
  expect(address()).toBe("/edit?branch=a&path=z");
  for (const name of ["Away", "Branch"]) {
    await press(button(name));
    expect(address()).toBe("/edit?branch=a&path=z");
    await press(button("Stay"));
  }
  await press(button("Branch"));
  await press(button("Leave"));
  expect(address()).toBe("/edit?branch=b");
});

it("asks before the browser's Back to another screen", async () => {
  const { address } = await show(<Screen />, "/edit?branch=a");
  await press(button("Branch"));
  await press(button("Leave"));
  await press(button("Back"));
  expect(address()).toBe("/edit?branch=b");
  await press(button("Leave"));
  expect(address()).toBe("/edit?branch=a");
});
