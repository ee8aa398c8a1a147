import { until } from "@udt/testkit";
import { errors, type Locator, type Page, type Request, type Response } from "playwright-core";
import { holdCalls, type Call } from "./call-holder.ts";
import { listenTo, type Listener } from "./control-listener.ts";
import { loadingEnds } from "./look.ts";
import { FIELDS, findControls, MARK, shownBeside, type Control } from "./walked-controls.ts";

/** A file as a button's dialog would give it. */
type GivenFile = { name: string; mimeType: string; buffer: Buffer };

/** How a form is saved, and what then is kept. */
export interface SavedForm {
  /** Sends what was changed, with all that the form demands besides. */
  save: (changed: Control) => Promise<void>;
  /** What the server keeps now. */
  stored: () => Promise<unknown>;
  /** Shows the form with what is kept, loaded anew. */
  reload: () => Promise<void>;
  /** Fields by their names that never show what they keep, with the reason. */
  hides?: Readonly<Record<string, string>>;
}

/**
 * Walks the controls of a screen: each is changed, and something beside it must change too: the address, a request, what a
 * form says of itself, or what else is shown.
 */
export interface Walk {
  /** Shows the screen as it is at first, and waits until it is there. */
  open: () => Promise<void>;
  /** Where its controls are. */
  root?: string;
  /** What a form says that it holds. With it, a field's change must show here; what is shown beside the field is not enough. */
  told?: () => Promise<string>;
  /** With it, fields are changed and saved one by one: what is kept must differ, and be shown anew. `open` undoes it all. */
  saved?: SavedForm;
  /** What shows a change besides texts, such as a moment or a picture. */
  seen?: () => Promise<string>;
  /** What changes by itself, and so shows no change of a control. */
  restless?: readonly string[];
  /** Rows that are alike, besides those of tables: the first of each stands for all. */
  alike?: readonly string[];
  /** What a button that asks for a file is given, by its name. It is a field then. */
  files?: Readonly<Record<string, GivenFile>>;
  /** What is typed into a field, by its label. A choice or a filter whose label is here takes what is named. */
  samples?: Readonly<Record<string, string>>;
  /** Controls by their names that are not walked, with the reason. */
  skip?: Readonly<Record<string, string>>;
  /** How long a change may take to show. */
  patience_ms?: number;
}

const OPTION = ".ant-select-item-option:not(.ant-select-item-option-disabled):not(.ant-select-item-option-selected)";
const MENU = ".ant-dropdown:not(.ant-dropdown-hidden) [role=menuitem]:not([aria-disabled=true])";

/** A control takes a click once its screen has been drawn, however little patience there is for what follows. */
const USED_WITHIN_MS = 5_000;

const keyOf = ({ kind, name, nth }: Control): string => `${kind} "${name}"${nth > 0 ? ` (${nth + 1})` : ""}`;

class Walker {
  readonly #page: Page;
  readonly #walk: Walk;
  readonly #root: string;
  readonly #heard: Listener;
  readonly walked: string[] = [];
  readonly faults: string[] = [];
  /** What the form said last; what nobody has touched since still says so. */
  #told: string | undefined;
  /** What was changed since the screen was as at first. */
  #trail: Control[] = [];
  /** Each field that was seen, and what had been changed when it first was. */
  readonly #fields = new Map<string, { control: Control; trail: Control[]; look: number }>();
  #looks = 0;
  #isSaving = false;
  /** The form is asked what it holds, which it may have to ask itself. */
  #isAsking = false;

  constructor(page: Page, walk: Walk) {
    this.#page = page;
    this.#walk = walk;
    this.#root = walk.root ?? "main";
    this.#heard = listenTo(page);
  }

  /** Fields first, one upon the other; then what leads away, each from the screen as it is at first. */
  async run(): Promise<void> {
    await this.#page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await using begun = new AsyncDisposableStack();
    begun.use(await holdCalls(this.#page, this.#isKeptBack));
    try {
      const others = (await this.#start()).filter((control) => !this.#isField(control));
      if (this.#walk.saved) await this.#walkSaved(this.#walk.saved);
      else await this.#walkFields();
      for (const control of others) {
        if (control.kind !== "menu") await this.#fromTheStart(control);
        else for (let item = 0, count = 1; item < count; item++) count = await this.#menuItem(control, item);
      }
    } finally {
      this.#heard.end();
    }
  }

  /**
   * What a control would change for good must not change what the next one is tried on. That it asks for a change is effect
   * enough.
   */
  #isKeptBack = (call: Call): boolean =>
    !this.#isSaving && !this.#isAsking && !this.#heard.isLearning && !this.#heard.isQuestion(call.method, call.url);

  async #walkFields(): Promise<void> {
    const done = new Set<string>();
    for (;;) {
      let control = await this.#nextHere(done);
      if (control === undefined) {
        const hidden = this.#nextHidden(done);
        if (hidden === undefined) return;
        control = hidden.control;
        if (!(await this.#follow(hidden.trail, control))) {
          done.add(keyOf(control));
          this.faults.push(`${keyOf(control)} was seen and could not be reached`);
          continue;
        }
      }
      done.add(keyOf(control));
      await this.#try(control, control.kind === "search" ? undefined : this.#walk.told);
      this.#trail.push(control);
      if (this.#walk.told === undefined) await this.#start();
    }
  }

  /** What was found last is what most changes take away; a choice may take all that shows now. */
  async #nextHere(done: ReadonlySet<string>): Promise<Control | undefined> {
    const here = (await this.#look()).filter((control) => this.#isField(control) && !done.has(keyOf(control)));
    const latest = here.toSorted((a, b) => this.#foundAt(b) - this.#foundAt(a));
    return latest.find(({ kind }) => kind !== "radio") ?? latest[0];
  }

  #nextHidden = (done: ReadonlySet<string>): { control: Control; trail: Control[] } | undefined =>
    [...this.#fields.values()].find(({ control }) => !done.has(keyOf(control)));

  /** Changes and saves one field after the other, and wants each kept by the server and shown to who comes anew. */
  async #walkSaved(form: SavedForm): Promise<void> {
    const done = new Set<string>();
    for (;;) {
      let control = await this.#nextHere(done);
      let fault: string | undefined;
      if (control === undefined) {
        const hidden = this.#nextHidden(done);
        if (hidden === undefined) return;
        control = hidden.control;
        fault = await this.#retrace(hidden.trail, control, form);
      }
      done.add(keyOf(control));
      this.walked.push(keyOf(control));
      fault ??= await this.#save(control, form);
      if (fault === undefined) continue;
      this.faults.push(`${keyOf(control)} ${fault}`);
      await this.#start();
    }
  }

  /** Saves the changes anew that once led to a field. */
  async #retrace(trail: readonly Control[], to: Control, form: SavedForm): Promise<string | undefined> {
    await this.#start();
    for (const each of trail) {
      const fault = (await this.#appears(each)) ? await this.#save(each, form) : "is gone";
      if (fault !== undefined) return `was seen after ${keyOf(each)}, which ${fault}`;
    }
    return (await this.#appears(to)) ? undefined : "was seen and could not be reached";
  }

  async #save(control: Control, form: SavedForm): Promise<string | undefined> {
    const before = JSON.stringify(await form.stored());
    this.#isSaving = true;
    try {
      const isAnswer = (response: Response) => this.#isOfForm(response.request());
      const answer = this.#page.waitForResponse(isAnswer, { timeout: this.#patience }).catch(() => undefined);
      const fault = await this.#change(control);
      if (fault !== undefined) return fault;
      const { value } = (await this.#find()).find((each) => keyOf(each) === keyOf(control)) ?? control;
      // What this change shows is reached by it.
      this.#trail.push(control);
      await this.#look();
      await form.save(control);
      const response = await answer;
      if (response === undefined) return "is not sent";
      if (!response.ok()) return `is refused: ${await response.text()}`;
      if (JSON.stringify(await form.stored()) === before) return "changes nothing that is kept";
      this.#heard.renew();
      await form.reload();
      await this.#settle();
      if (Object.keys({ ...form.hides, ...this.#walk.files }).includes(control.name)) return undefined;
      let shown: string | undefined;
      await until(
        "the field",
        async () => {
          shown = (await this.#find()).find((each) => keyOf(each) === keyOf(control))?.value;
          return shown === value || undefined;
        },
        this.#patience,
      ).catch(() => undefined);
      return shown === value ? undefined : `shows ${shown} when ${value} was saved`;
    } finally {
      this.#isSaving = false;
    }
  }

  /** A question of the page itself is not the form's being sent. */
  #isOfForm(request: Request): boolean {
    const isCall = new URL(request.url()).pathname.includes("/v1/");
    return isCall && !this.#heard.isQuestion(request.method(), request.url());
  }

  /** Makes the changes anew that once led to a field. */
  async #follow(trail: readonly Control[], to: Control): Promise<boolean> {
    await this.#start();
    for (const control of trail) {
      await this.#appears(control);
      await this.#change(control);
      this.#trail.push(control);
    }
    return this.#appears(to);
  }

  #appears(control: Control): Promise<boolean> {
    const key = keyOf(control);
    return until(
      key,
      async () => (await this.#look()).some((each) => keyOf(each) === key) || undefined,
      this.#patience,
    ).catch(() => false);
  }

  /** Shows the screen as it is at first, with all that it asks for at first. */
  async #start(): Promise<Control[]> {
    this.#heard.renew();
    // Two ways at once end nowhere.
    await until("the page to have gone where it goes", () => !this.#heard.isLeaving || undefined);
    await this.#walk.open();
    await this.#settle();
    this.#told = undefined;
    this.#trail = [];
    return this.#look();
  }

  async #settle(): Promise<void> {
    await until("the screen's answers", () => this.#heard.awaited.length === 0 || undefined).catch((error: unknown) => {
      throw new Error(`the screen waits for ${this.#heard.awaited.join(", ")}`, { cause: error });
    });
    await loadingEnds(this.#page);
  }

  #find = (): Promise<Control[]> => findControls(this.#page, this.#root, this.#walk.alike);

  /** What can be changed now; what is chosen of some cannot. */
  async #look(): Promise<Control[]> {
    const here = (await this.#find()).filter(
      (control) => !this.#isSkipped(control) && !(control.kind === "radio" && control.value === "true"),
    );
    const look = ++this.#looks;
    for (const control of here)
      if (this.#isField(control) && !this.#fields.has(keyOf(control)))
        this.#fields.set(keyOf(control), { control, trail: [...this.#trail], look });
    return here;
  }

  #beside = (mark: string): Promise<string> => shownBeside(this.#page, mark, this.#walk.restless);

  #foundAt = (control: Control): number => this.#fields.get(keyOf(control))?.look ?? 0;

  get #patience(): number {
    return this.#walk.patience_ms ?? 15_000;
  }

  #isField = ({ kind, name }: Control): boolean => FIELDS.includes(kind) || name in (this.#walk.files ?? {});

  #isSkipped = ({ name }: Control): boolean => Object.keys(this.#walk.skip ?? {}).includes(name);

  #at(control: Control): Locator {
    // Looking anew takes the marks of what is beside the screen, as an open menu is.
    if (control.item !== undefined) return this.#page.locator(MENU).nth(control.item);
    return this.#page.locator(`[${MARK}="${`${control.kind} ${control.name} ${control.nth}`.replaceAll('"', '\\"')}"]`);
  }

  async #fromTheStart(control: Control): Promise<void> {
    await this.#start();
    if (await this.#appears(control)) await this.#try(control, undefined);
    else this.faults.push(`${keyOf(control)} is not there every time`);
  }

  /** Changes one control, and waits for what must come of it. */
  async #try(control: Control, told: Walk["told"]): Promise<void> {
    const page = this.#page;
    const mark = `${control.kind} ${control.name} ${control.nth}`;
    const before = told ? (this.#told ?? (await this.#ask(told))) : await this.#beside(mark);
    // What the form told may have come of showing it anew.
    if (told) await this.#appears(control);
    this.#told = undefined;
    const seen = await this.#walk.seen?.();
    const { count } = this.#heard;
    const url = page.url();
    if (control.kind === "button") await setClipboard(page, NOTHING_COPIED);
    const fault = await this.#change(control);
    this.walked.push(keyOf(control));
    if (fault !== undefined) return void this.faults.push(`${keyOf(control)} ${fault}`);
    const isOfAList = control.kind === "search" || control.kind === "filter";
    const hasEffect = async () => {
      if (told) return (this.#told = await this.#ask(told)) !== before;
      if (this.#walk.seen && (await this.#walk.seen()) !== seen) return true;
      if (this.#heard.count > count || (await this.#beside(mark)) !== before) return true;
      // An address that keeps what a list was asked for is not yet a list that heeds it.
      if (!isOfAList && page.url() !== url) return true;
      return control.kind === "button" && (await clipboardOf(page)) !== NOTHING_COPIED;
    };
    const end = Date.now() + this.#patience;
    const isSo = await until("what comes of it", async () => {
      if (await hasEffect().catch(isBetweenPages)) return true;
      return Date.now() > end ? false : undefined;
    });
    if (!isSo) this.faults.push(`${keyOf(control)} changes nothing`);
  }

  async #menuItem(control: Control, item: number): Promise<number> {
    await this.#start();
    if (!(await this.#appears(control))) {
      this.faults.push(`${keyOf(control)} is not there every time`);
      return 0;
    }
    const items = this.#page.locator(MENU);
    await this.#at(control).click({ timeout: this.#patience });
    await items.first().waitFor();
    const count = await items.count();
    const name = `${control.name}: ${await items.nth(item).innerText()}`;
    if (this.#isSkipped({ ...control, name })) return count;
    await this.#try({ kind: "button", name, nth: 0, value: "", item }, undefined);
    return count;
  }

  /** What is wrong with a control that cannot be changed. One that was drawn anew in the meantime is looked for once more. */
  async #change(control: Control): Promise<string | undefined> {
    this.#heard.isTrying = true;
    try {
      return await this.#act(control).catch(async (error: unknown) => {
        if (!(error instanceof errors.TimeoutError)) throw error;
        await this.#look();
        return this.#act(control);
      });
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      return `cannot be used: ${error.message.split("\n", 1)[0]}`;
    }
  }

  async #ask(told: NonNullable<Walk["told"]>): Promise<string> {
    this.#heard.isTrying = false;
    this.#isAsking = true;
    try {
      return await told();
    } finally {
      this.#isAsking = false;
    }
  }

  async #act(control: Control): Promise<string | undefined> {
    const at = this.#at(control);
    const soon = { timeout: Math.max(this.#patience, USED_WITHIN_MS) };
    const sample = this.#walk.samples?.[control.name];
    switch (control.kind) {
      case "search":
      case "text": {
        const value = await at.inputValue(soon);
        const type = await at.getAttribute("type", soon);
        const isTime = /^\d\d:\d\d$/.test((await at.getAttribute("placeholder", soon)) ?? "");
        const middle = (input: HTMLInputElement) => String(Math.round((Number(input.min) + Number(input.max)) / 2));
        const other = isTime ? "11:45" : type === "range" ? await at.evaluate(middle as () => string) : `${value}x`;
        await at.fill(sample ?? other, soon);
        return undefined;
      }
      case "number": {
        const now = Number((await at.inputValue(soon)).replaceAll(/[^\d.-]/g, "") || "0");
        const max = Number((await at.getAttribute("aria-valuemax", soon)) ?? Infinity);
        await at.fill(sample ?? String(now + 1 <= max ? now + 1 : now - 1), soon);
        await at.blur(soon);
        return undefined;
      }
      case "check":
      case "radio":
        await at.evaluate((element) => (element.closest("label") ?? (element as HTMLElement)).click(), undefined, soon);
        return undefined;
      case "select": {
        if ((await at.evaluate((element) => element.tagName, undefined, soon)) === "SELECT") {
          const next = await at.evaluate((element) => {
            const { selectedIndex, options } = element as HTMLSelectElement;
            return (selectedIndex + 1) % options.length;
          });
          await at.selectOption(sample === undefined ? { index: next } : { label: sample }, soon);
          return undefined;
        }
        const options = this.#page.locator(`.ant-select-dropdown:not(.ant-select-dropdown-hidden) ${OPTION}`);
        await at.click(soon);
        if (sample !== undefined && (await at.isEditable(soon))) {
          await at.fill(sample, soon);
          // What is looked for elsewhere can be chosen once it was found.
          if ((await at.getAttribute("aria-expanded", soon)) === "true")
            await options.filter({ hasText: sample }).first().waitFor(soon);
          await at.press("Enter", soon);
          return undefined;
        }
        const option = (sample === undefined ? options : options.filter({ hasText: sample })).first();
        const isOffered = await option.waitFor(soon).then(
          () => true,
          () => false,
        );
        if (!isOffered) return "offers nothing to choose";
        await press(option, soon);
        // Closes what offers many; Escape would close the drawer around it too.
        await at.blur(soon);
        return undefined;
      }
      case "filter": {
        await at.click(soon);
        const items = this.#page.locator(MENU);
        await press(sample === undefined ? items.last() : items.filter({ hasText: sample }), soon);
        return undefined;
      }
      case "download": {
        const begun = this.#page.waitForEvent("download", soon);
        const [download] = await Promise.all([begun.catch(() => undefined), at.click(soon)]);
        if (download === undefined) return "downloads nothing";
        const failure = await download.failure();
        return failure === null ? undefined : `downloads nothing: ${failure}`;
      }
      default: {
        const file = this.#walk.files?.[control.name];
        const asked = file && this.#page.waitForEvent("filechooser", soon);
        await at.click(soon);
        if (asked) await (await asked).setFiles([file]);
        return undefined;
      }
    }
  }
}

/**
 * Presses what may move meanwhile, at once: a list that is still opening, or for which what a form says of the last change
 * makes room, slides away from under a pointer between its going down and up, which presses nothing.
 */
const press = (at: Locator, soon: { timeout: number }): Promise<void> =>
  at.evaluate((element) => (element as HTMLElement).click(), undefined, soon);

const NOTHING_COPIED = "nothing was copied";
/** Only where the page itself could use it. */
const setClipboard = (page: Page, text: string): Promise<void> =>
  page.evaluate((words) => navigator.clipboard?.writeText(words), text);
const clipboardOf = (page: Page): Promise<string> =>
  page.evaluate((none) => navigator.clipboard?.readText() ?? none, NOTHING_COPIED);

/** A page that is being left cannot be asked, and is none that stays as it was. */
const isBetweenPages = (error: unknown): boolean => {
  if (error instanceof Error && /context was destroyed|navigation/i.test(error.message)) return true;
  throw error;
};

/** Walks a screen's controls. Answers which were changed, and what is wrong with those that have no effect. */
export async function walkControls(page: Page, walk: Walk): Promise<{ walked: string[]; faults: string[] }> {
  const walker = new Walker(page, walk);
  await walker.run();
  return { walked: walker.walked, faults: walker.faults };
}
