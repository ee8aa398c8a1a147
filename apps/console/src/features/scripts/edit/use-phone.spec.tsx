// @vitest-environment happy-dom
import { useLocation } from "react-router";
import { expect, it } from "vitest";
import { button, press, show, shownText } from "../../../lib/components/rendered.fixture.tsx";
import { usePhone } from "./use-phone.ts";

function Told({ isOffered }: { isOffered: boolean }) {
  const { isOpen, turn } = usePhone(isOffered);
  const { search } = useLocation();
  return (
    <>
      {`${isOpen ? "open" : "closed"} at ${search}`}
      <button type="button" onClick={turn}>
        Turn
      </button>
    </>
  );
}

it("opens by the address and closes with its session, and the file stays", async () => {
  await show(<Told isOffered />, "/?path=a.yaml&phone=beside&test_id=t&device_id=d");
  expect(shownText()).toContain("open at");
  await press(button("Turn"));
  expect(shownText()).toContain("closed at ?path=a.yaml");
  expect(shownText()).not.toContain("test_id");
  await press(button("Turn"));
  expect(shownText()).toContain("open at ?path=a.yaml&phone=beside");
});

it("is not there for who is offered none, whatever the address says", async () => {
  await show(<Told isOffered={false} />, "/?phone=beside");
  expect(shownText()).toContain("closed at");
});
