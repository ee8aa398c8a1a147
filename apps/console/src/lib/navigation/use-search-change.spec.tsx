// @vitest-environment happy-dom
import { Link, useNavigate } from "react-router";
import { act } from "react";
import { expect, it } from "vitest";
import { button, press, show } from "../components/rendered.fixture.tsx";
import { useSearchChange } from "./use-search-change.ts";

function Page() {
  const [, change] = useSearchChange();
  const navigate = useNavigate();
  const set = (name: string) => change((next) => next.set(name, "1"));
  return (
    <>
      {["a", "b", "c"].map((name) => (
        <button key={name} onClick={() => set(name)}>
          {name}
        </button>
      ))}
      <button
        onClick={() => {
          set("a");
          set("b");
        }}
      >
        both
      </button>
      <button
        onClick={() => {
          set("a");
          change((next) => next.delete("a"));
        }}
      >
        undone
      </button>
      <Link to="/other">other</Link>
      <button onClick={() => void navigate(-1)}>back</button>
    </>
  );
}

it("builds a change on one that is not rendered yet", async () => {
  const page = await show(<Page />, "/list?kept=1");
  await press(button("both"));
  expect(page.address()).toBe("/list?kept=1&a=1&b=1");
  await press(button("c"));
  expect(page.address()).toBe("/list?kept=1&a=1&b=1&c=1");
});

it("builds on what is shown after going back, and on another page", async () => {
  const page = await show(<Page />, "/list");
  await press(button("a"));
  await press(button("back"));
  await press(button("b"));
  expect(page.address()).toBe("/list?b=1");
  await press(button("undone"));
  await press(button("back"));
  await press(button("c"));
  expect(page.address()).toBe("/list?b=1&a=1&c=1");
  await act(() => document.querySelector("a")?.click());
  await press(button("c"));
  expect(page.address()).toBe("/other?c=1");
});
