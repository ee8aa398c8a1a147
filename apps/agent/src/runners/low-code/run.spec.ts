import { startPhones } from "@udt/phone";
import { describe, expect, test } from "vitest";
import { makeReady, startSession } from "../../../test/harness.ts";
import { LIBRARY, makeCase, makeSnapshot, RunServer } from "../../../test/run-server.ts";

const OPEN = "{id: open, action: start_app, package: dev.udt.shop, clear: true}";
const tap = (id: string, locator: string, rest = "") =>
  `{id: ${id}, action: tap, locator: {by: ui, ${locator}}${rest}}`;

/** A file of cases, each of the shop from its beginning. */
const file = (cases: Record<string, string[]>) =>
  `low_code: 1\ncases:\n${Object.entries(cases)
    .map(
      ([name, steps]) =>
        `  - name: ${name}\n    steps:\n${[OPEN, ...steps].map((step) => `      - ${step}\n`).join("")}`,
    )
    .join("")}`;

/** Blocks of which each passes on what it is given. */
const growing = (blocks: number, given: string): string => {
  const call = (at: number, it: string) => `{id: call, action: call, block: b${at}, with: {it: "${it}"}}`;
  const stepOf = (at: number) => (at < blocks ? call(at + 1, given) : "{id: last, action: wait, seconds: 0}");
  const all = Array.from(
    { length: blocks },
    (_, at) => `  b${at + 1}:\n    parameters: [it]\n    steps: [${stepOf(at + 1)}]\n`,
  );
  return `low_code: 1\nblocks:\n${all.join("")}cases:\n  - name: grows\n    steps: [${call(1, "0123456789")}]\n`;
};

/** Runs cases on a phone's shop. */
async function startRun(files: Record<string, string>, keys: string[], spec: Partial<RunServer["spec"]> = {}) {
  const ready = await makeReady(startPhones({ count: 1, basePort: 0 }));
  const cases = keys.map((key) => makeCase(key));
  const run = new RunServer(ready.server, { library: LIBRARY, ...spec, config: { framework: "low_code" } }, cases);
  run.snapshot = await makeSnapshot(files);
  const lease = await startSession(ready.server, ready.device, 1, "job");
  const endOf = (key: string) => run.last.get(cases[keys.indexOf(key)]!.case_run_id)!;
  return { ...ready, run, cases, lease, endOf };
}

describe("steps on a phone", { timeout: 240_000 }, () => {
  test("come out as they say, with what was seen instead", async () => {
    const cases = {
      "an element that two are": [tap("any", "id: product_item", ", timeout: 5")],
      "a fallback": [
        tap("account", "id: profile_button", ", fallback: [{by: ui, id: account_button}], timeout: 20"),
        "{id: there, action: assert, locator: {by: ui, id: email_input}}",
      ],
      "another text": [
        "{id: title, action: wait, locator: {by: ui, id: product_grid}, timeout: 20}",
        "{id: price, action: assert, timeout: 0, text: '€1.00', locator: {by: ui, id: product_price, inside: {id: product_item, has: {text: Aria Headphones}}}}",
      ],
      "what goes on": [
        tap("nothing", "id: nowhere", ", timeout: 0, on_failure: ignore"),
        tap("less", "id: nowhere_else", ", timeout: 0, on_failure: go_on"),
        tap("far", "id: nowhere", ", timeout: 0, on_failure: ignore, fallback: [{by: ui, id: product_item}]"),
        "{id: off, action: loop, times: 2, disabled: true, steps: [{id: round, action: rotate}]}",
        "{id: last, name: the last, action: wait, seconds: 0}",
      ],
      "rounds and branches": [
        "{id: grid, action: wait, locator: {by: ui, id: product_grid}, timeout: 20}",
        "{id: words, action: loop, each: [Aria, 耳机], as: word, steps: [{id: word, action: input, clear: true, locator: {by: ui, id: search_input}, text: '${word}'}]}",
        "{id: which, action: if, condition: {value: a, equals: b}, steps: [{id: wrong, action: key, key: GoBack}], else: [{id: right, name: otherwise, action: wait, seconds: 0}]}",
        "{id: typed, action: assert, locator: {by: ui, id: search_input}, text: 耳机}",
        "{id: never, action: loop, while: {locator: {by: ui, id: search_input}}, most: 2, steps: [{id: pause, action: wait, seconds: 0}]}",
      ],
      "what was recorded": [
        "{id: again, action: start_app, package: dev.udt.shop, anew: true}",
        "{id: field, action: tap, locator: {by: ui, id: search_input}, at: {x: 0.1, y: 0.9}, timeout: 20}",
        "{id: word, action: input, text: lamp}",
        "{id: all, action: key, key: KeyA, modifiers: [ctrl]}",
        "{id: other, action: input, text: desk}",
        "{id: typed, action: assert, locator: {by: ui, id: search_input}, text: desk}",
        "{id: turn, action: rotate}",
        "{id: turned, action: assert, locator: {by: ui, id: search_input}, text: desk}",
      ],
      "what was recorded from home on": [
        "{id: home, action: start_app, package: dev.udt.launcher, anew: true}",
        "{id: there, action: assert, locator: {by: ui, id: launcher}}",
        "{id: none, action: start_app, package: dev.udt.none}",
      ],
      "words that are long and odd": [
        tap("long", `id: ${"x".repeat(295)}\u{1F600}${"x".repeat(200)}\u{1F600}`, ", timeout: 0, on_failure: ignore"),
        tap("nothing", 'id: "\\0"', ", timeout: 0"),
      ],
      "an account": [
        tap("account", "id: account_button", ", timeout: 20"),
        "{id: who, action: input, locator: {by: ui, id: email_input}, text: '${account.account}'}",
        "{id: secret, action: assert, timeout: 0, locator: {by: ui, id: email_input}, text: '${account.password}'}",
      ],
      "a password on the screen": [
        "{id: typed, action: input, locator: {by: ui, id: search_input}, text: '${account.password}', timeout: 20}",
        "{id: other, action: assert, timeout: 0, locator: {by: ui, id: search_input}, text: other, on_failure: go_on}",
        tap("near", "id: search_inputs", ", timeout: 0, on_failure: ignore"),
      ],
      "a condition on an account": [
        "{id: grid, action: wait, locator: {by: ui, id: product_grid}, timeout: 20}",
        "{id: both, action: if, condition: {locator: {by: ui, class: '${account.kind}'}, within: 5}, steps: [{id: never, action: rotate}]}",
      ],
    };
    const keys = [...Object.keys(cases).map((name) => `a.yaml::${name}`), "b.yaml", "c.yaml::grows"];
    const files = {
      "c.yaml": growing(6, "${it}".repeat(20)),
      "a.yaml": file(cases),
      "b.yaml": "low_code: 1\ncases:\n  - name: x\n    steps:\n      - {id: a, action: fly}\n",
    };
    const account = { account: "ada@example.com", password: "lighthouse", kind: "LinearLayout" };
    const { run, endOf } = await startRun(files, keys, { account });
    expect(await run.finished).toEqual({ outcome: "done", error: null });

    const two = endOf("a.yaml::an element that two are");
    expect(two).toMatchObject({ state: "failed", cause: "assertion", reason: { code: "low_code_two" } });
    expect(two.reason!.args["first"]).toMatch(/^id: product_item, description: "Aria Headphones"/);
    expect(two.detail!.location).toMatchObject({ file: "a.yaml", line: 6 });
    const seen = two.detail!.steps.at(-1)!;
    expect(seen.candidates).toContain(two.reason!.args["second"]);
    expect(seen.candidate_locators!.at).toEqual(["cases", 0, "steps", 1, "locator"]);
    expect(seen.candidate_locators!.list[0]).toEqual({
      locator: { by: "ui", id: "product_item", description: "Aria Headphones" },
      element: two.reason!.args["first"],
      likeness: 1,
    });

    const fallback = endOf("a.yaml::a fallback");
    expect(fallback.state).toBe("success");
    const [opened, tapped, seenThere] = fallback.detail!.steps;
    expect(tapped).toMatchObject({ ok: true, locator: "id: account_button", found_by: { by: "ui", fallback: 1 } });
    // At the top, towards the right; a picture before it and one after.
    const { from, to } = tapped!.touched!;
    expect(to).toEqual(from);
    expect([from.x > 0.6, from.x < 0.95, from.y < 0.15]).toEqual([true, true, true]);
    expect(tapped!.screenshot_before).toMatch(/^step-\d+-\d{3}-[\da-f]{16}\.png$/);
    expect(tapped!.screenshot_before).not.toBe(tapped!.screenshot);
    expect(opened).not.toHaveProperty("touched");
    expect(opened).not.toHaveProperty("found_by");
    // What only looks leaves the screen as it was: the one picture is both.
    expect(seenThere!.screenshot_before).toBe(seenThere!.screenshot);
    expect(seenThere!.found_by).toEqual({ by: "ui", fallback: 0 });

    expect(endOf("a.yaml::another text").reason).toMatchObject({
      code: "low_code_other_text",
      args: { found: "€129.00", wanted: "€1.00" },
    });

    const goesOn = endOf("a.yaml::what goes on");
    expect(goesOn.reason).toMatchObject({ code: "low_code_not_found", args: { locator: "id: nowhere_else" } });
    expect(goesOn.detail!.steps.map(({ name, ok }) => [name, ok])).toEqual([
      ["start_app dev.udt.shop", true],
      ["tap id: nowhere", false],
      ["tap id: nowhere_else", false],
      ["tap id: nowhere", false],
      ["loop off", true],
      ["the last", true],
    ]);
    expect(goesOn.detail!.steps.map(({ is_skipped }) => is_skipped)).toEqual([...Array(4), true, undefined]);

    // Of a fallback that several are, it is what may be meant by that.
    expect(goesOn.detail!.steps[3]!.candidate_locators!.at).toEqual(["cases", 3, "steps", 3, "fallback", 0]);

    const rounds = endOf("a.yaml::rounds and branches");
    expect(rounds.reason).toMatchObject({ code: "low_code_loop_over", args: { most: 2 } });
    expect(rounds.detail!.steps.map(({ ok }) => ok)).not.toContain(false);
    expect(rounds.detail!.steps.map(({ name }) => name)).toContain("otherwise");
    expect(rounds.detail!.steps.at(-1)!.name).toBe("never 2 › wait");

    const recorded = endOf("a.yaml::what was recorded");
    expect(recorded.detail!.steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(recorded).toMatchObject({ state: "success", reason: null });

    const home = endOf("a.yaml::what was recorded from home on");
    expect(home.detail!.steps.map(({ ok }) => ok)).toEqual([true, true, true, false]);
    expect(home.reason).toMatchObject({ code: "device_refused", evidence: expect.stringContaining("No activities") });

    const odd = endOf("a.yaml::words that are long and odd").detail!.steps.slice(1);
    expect(odd.map(({ name, locator = "" }) => [name.length, locator.length])).toEqual([
      [300, 500],
      [9, 5],
    ]);
    for (const { name, locator = "" } of odd) expect(name + locator).not.toMatch(/\0|\p{Surrogate}/u);

    const secret = endOf("a.yaml::an account");
    expect(secret.reason).toMatchObject({ args: { found: "${account.account}", wanted: "${account.password}" } });
    expect(JSON.stringify(secret)).not.toMatch(/lighthouse|ada@example/);

    const onScreen = endOf("a.yaml::a password on the screen");
    expect(onScreen.reason).toMatchObject({ args: { found: "${account.password}", wanted: "other" } });
    expect(onScreen.detail!.steps.at(-1)!.candidates![0]).toMatch(/^id: search_input, text: "\$\{account\.password\}"/);
    expect(JSON.stringify(onScreen)).not.toContain("lighthouse");

    const condition = endOf("a.yaml::a condition on an account");
    expect(condition.reason).toMatchObject({ code: "low_code_two", args: { locator: "class: ${account.kind}" } });

    expect(endOf("b.yaml")).toMatchObject({
      state: "failed",
      reason: { code: "low_code_choice", args: { line: 5, field: "cases[0].steps[0].action" } },
      detail: { location: { file: "b.yaml", line: 5 } },
    });

    // The third call would make 4,000 characters 80,000.
    expect(endOf("c.yaml::grows")).toMatchObject({
      state: "failed",
      reason: { code: "low_code_filled_long", args: { most: 10_000 } },
      detail: { location: { file: "c.yaml", line: 11 }, steps: [] },
    });
  });

  test("amid which the phone is lost are the device's fault and no failure", async () => {
    const cases = { "waits for ever": [tap("never", "id: nowhere", ", timeout: 600")], next: [] };
    const keys = ["a.yaml::waits for ever", "a.yaml::next"];
    const { run, host, cases: tasks } = await startRun({ "a.yaml": file(cases) }, keys);
    await run.until((results) => results.get(tasks[0]!.case_run_id)?.state === "executing");
    await host.stop();
    const { outcome } = await run.finished;
    expect(outcome).toBe("device_fault");
    for (const { case_run_id } of tasks) expect(run.last.get(case_run_id)?.ended_at ?? null).toBeNull();
  });

  test("end at once when their case is taken out", async () => {
    const cases = { "waits for ever": [tap("never", "id: nowhere", ", timeout: 600")], next: [] };
    const keys = ["a.yaml::waits for ever", "a.yaml::next"];
    const { run, cases: tasks, server, lease } = await startRun({ "a.yaml": file(cases) }, keys);
    await run.until((results) => results.get(tasks[0]!.case_run_id)?.state === "executing");
    server.send({ type: "run_cases_cancelled", ...lease, case_run_ids: [tasks[0]!.case_run_id] });
    expect(await run.finished).toEqual({ outcome: "done", error: null });
    expect(run.last.get(tasks[1]!.case_run_id)).toMatchObject({ state: "success" });
  });
});
