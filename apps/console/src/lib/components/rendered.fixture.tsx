/** Components in a page without a server or a browser. Specs that use it begin with `// @vitest-environment happy-dom`. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { UserInfo } from "@udt/contract";
import { App } from "antd";
import { act, type ReactElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, vi } from "vitest";
import { shouldRetry } from "../api/query-client.ts";
import { userQuery } from "../session/index.ts";

vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
// The page's language, which everything that is said is looked for in.
document.cookie = "udt_lang=en";
// There is no server: what is asked is never answered.
vi.stubGlobal("fetch", () => new Promise<never>(() => {}));

/** A call that a page made. */
interface AskedCall {
  method: string;
  path: string;
  query: Readonly<Record<string, string>>;
  body: unknown;
}

/**
 * Answers what is asked of these paths from now until the end of the test, each with its data or with the refusal that is named,
 * or with what a function makes of the query; where a method stands before a path, of this method alone. All else is still never answered. What was asked is in the list that comes back.
 */
export function answerFetch(answers: Readonly<Record<string, unknown>>): readonly AskedCall[] {
  const asked: AskedCall[] = [];
  vi.stubGlobal(
    "fetch",
    async (url: string, { method = "GET", body }: { method?: string; body?: string | FormData | Blob }) => {
      const { pathname: path, searchParams } = new URL(url);
      const query = Object.fromEntries(searchParams);
      const isJson = typeof body === "string" && body !== "";
      const sent = body instanceof FormData ? Object.fromEntries(body) : isJson ? JSON.parse(body) : body;
      asked.push({ method, path, query, body: sent });
      const given = answers[`${method} ${path}`] ?? answers[path];
      const answer: unknown = typeof given === "function" ? given(query) : given;
      if (answer === undefined) return new Promise<never>(() => {});
      const envelope = { msg: "", request_id: "r" };
      return typeof answer === "string"
        ? Response.json({ ...envelope, ret: 1, data: { code: answer, args: {} } }, { status: 400 })
        : Response.json({ ...envelope, ret: 0, data: answer });
    },
  );
  return asked;
}

let root: Root | undefined;
afterEach(async () => {
  vi.stubGlobal("fetch", () => new Promise<never>(() => {}));
  await act(() => root?.unmount());
  root = undefined;
  document.body.replaceChildren();
});

const SOMEBODY: UserInfo = {
  user_id: "u-1",
  user_name: "Ada",
  email: "ada@example.com",
  head_image: "",
  auth_type: 2,
  user_role: { udt_admin: false },
};

/** Shows a component on a page of the console at an address, for somebody, and waits until it stands. */
export async function show(element: ReactElement, address = "/", who: Partial<UserInfo> = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: shouldRetry } } });
  queryClient.setQueryData(userQuery.queryKey, { ...SOMEBODY, ...who });
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [address] });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(() =>
    root?.render(
      <QueryClientProvider client={queryClient}>
        <App>
          <RouterProvider router={router} />
        </App>
      </QueryClientProvider>,
    ),
  );
  return { address: () => router.state.location.pathname + router.state.location.search };
}

/** Every element that a selector finds, by what it is called. */
const all = <E extends HTMLElement = HTMLElement>(selector: string): readonly E[] => [
  ...document.querySelectorAll<E>(selector),
];
const nameOf = (element: HTMLElement): string =>
  (element.getAttribute("aria-label") ?? element.textContent ?? "").trim();

function only<E>(found: readonly E[], what: string): E {
  const [element] = found;
  expect(found, what).toHaveLength(1);
  return element as E;
}

/** The one button of that name. */
export const button = (name: string | RegExp): HTMLButtonElement =>
  only(
    all<HTMLButtonElement>("button").filter((each) =>
      typeof name === "string" ? nameOf(each) === name : name.test(nameOf(each)),
    ),
    `button ${String(name)}`,
  );

/** The control that a label of that text is for, or that is called so itself. */
export function field(name: string): HTMLInputElement {
  const labels = all<HTMLLabelElement>("label").filter((label) => label.htmlFor !== "" && label.textContent === name);
  const labelled = labels.map(({ htmlFor }) => document.getElementById(htmlFor));
  const called = all(`[aria-label="${name}"]`);
  return only([...labelled, ...called], `field ${name}`) as HTMLInputElement;
}

/** What the note below a field says. */
export const noteOf = (name: string): string =>
  document.getElementById(field(name).getAttribute("aria-describedby") ?? "")?.textContent ?? "";

export const press = (element: HTMLElement) => act(async () => element.click());

/** Types a text in a field's place. */
export const fill = (input: HTMLInputElement, text: string) =>
  act(async () => {
    // React watches the property: only the element's own setter tells it.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value")?.set?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

/** Presses Enter in a form's field. */
export const enter = (input: HTMLInputElement) =>
  act(async () => input.form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));

export const shownText = (): string => document.body.textContent ?? "";

/** The one radio button of that label; a word of explanation may follow it. */
export const radio = (label: string): HTMLInputElement =>
  only(
    all<HTMLInputElement>("input[type=radio]").filter(
      ({ labels }) => labels?.[0]?.querySelector("b")?.textContent === label,
    ),
    `radio ${label}`,
  );

export const ticks = () => all<HTMLInputElement>("input[type=checkbox]");
export const rows = () => all<HTMLTableRowElement>("tbody tr");
