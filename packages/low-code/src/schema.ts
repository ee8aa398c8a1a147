/** The format, declared once: what is read, what is checked, and the JSON schema that editors use follow from it. */
import { DEVICE_KEYS, ELEMENT_STATES, KEY_MODIFIERS, LIMITS, LOCATOR_LIMITS } from "@udt/contract";
import { z } from "zod";
import { LOW_CODE_LIMITS, PICTURE_LIMITS } from "./limits.ts";

/** A text in which `${name}` stands for a variable's value. */
const filled = z.string().max(LIMITS.text_max_chars);
const words = filled.min(1);
const name = z.string().min(1).max(200);
const variable = z.string().regex(/^[A-Za-z_]\w{0,59}$/);
const value = z.union([z.string().max(1_000), z.number(), z.boolean()]);
const values = z.record(variable, value);
const seconds = z.number().min(0).max(LOW_CODE_LIMITS.timeout_seconds_max);
const part = z.number().min(0).max(1);
const times = z.int().min(1).max(LOW_CODE_LIMITS.rounds_max);

const elementWords = {
  /** `package:id/name`, or the name alone. */
  id: words.optional(),
  text: words.optional(),
  text_contains: words.optional(),
  /** What a screen reader says. */
  description: words.optional(),
  /** `android.widget.Button`, or `Button` alone. */
  class: words.optional(),
  /** Where it is in the tree, as an XPath: for what has no words of its own. It means nothing on another layout. */
  path: words.optional(),
};
/** An element by its own words and by its relations. */
export interface ElementWords extends z.output<z.ZodObject<typeof elementWords>> {
  /** It lies within one that is so. */
  inside?: ElementWords | undefined;
  /** One that is so lies within it. */
  has?: ElementWords | undefined;
}
const relations = {
  inside: z.lazy((): z.ZodType<ElementWords> => related).optional(),
  has: z.lazy((): z.ZodType<ElementWords> => related).optional(),
};
const related: z.ZodType<ElementWords> = z.strictObject({ ...elementWords, ...relations });

const uiLocator = z.strictObject({
  by: z.literal("ui"),
  ...elementWords,
  ...relations,
  /** Which of those that match, from 1, in the order of the tree. */
  which: z.int().min(1).max(LOCATOR_LIMITS.which_max).optional(),
});
const positionLocator = z.strictObject({
  by: z.literal("position"),
  /** Parts of the screen as it is turned then. */
  x: part,
  y: part,
});
const pictureSide = z.int().min(1).max(PICTURE_LIMITS.screen_side_max);
const imageLocator = z.strictObject({
  by: z.literal("image"),
  /** A PNG beside this file or below, as `pictures/cart.png`. */
  image: z.string().min(1).max(LOW_CODE_LIMITS.path_max),
  /** How like a place must be, where 1 is the same; 0.85 without it. */
  score: z.number().min(0.5).max(1).optional(),
  /** The screen that it is a part of, in pixels: on another one it is looked for in that one's ratio. */
  screen: z.strictObject({ width: pictureSide, height: pictureSide }).optional(),
  /** By what part it may be larger than that, and smaller by the same factor; 0.1 without it, or 1 where no `screen` is told. */
  scale: z.number().min(0).max(1).optional(),
  /** Which of those that are as good, from 1, from the top down and in a line from the left. */
  which: z.int().min(1).max(PICTURE_LIMITS.which_max).optional(),
});
export const locator = z.discriminatedUnion("by", [uiLocator, imageLocator, positionLocator]);
/** What can be seen to be there or gone: a place always is. */
const seenLocator = z.discriminatedUnion("by", [uiLocator, imageLocator]);
const seenFallback = z.array(seenLocator).min(1).max(5).optional();
export type UiLocator = z.output<typeof uiLocator>;
export type ImageLocator = z.output<typeof imageLocator>;
export type Locator = z.output<typeof locator>;

const common = {
  /** Unlike all others of its case or block. */
  id: z.string().regex(/^[A-Za-z0-9][\w-]{0,59}$/),
  /** What reports call it; without one, by what it does. */
  name: name.optional(),
  /** `stop` fails the case at once, `go_on` fails it at its end, `ignore` never. */
  on_failure: z.enum(["stop", "go_on", "ignore"]).optional(),
  /** It is left out, with all steps within it, and the report says so. */
  disabled: z.boolean().optional(),
};
/** Seconds until what a step wants must be there. */
const timeout = seconds.optional();
/** Tried in their order where the locator finds nothing. */
const fallback = z.array(locator).min(1).max(5).optional();
const target = { locator, fallback, timeout };
const place = z.strictObject({ x: part, y: part });

const condition = z.strictObject({
  locator: seenLocator.optional(),
  /** It holds when no element is so. */
  gone: z.boolean().optional(),
  /** How long to wait for it, in seconds; without it, as the screen is now. */
  within: seconds.optional(),
  value: filled.optional(),
  equals: filled.optional(),
});
export type Condition = z.output<typeof condition>;

const ACTIONS = [
  z.strictObject({
    ...common,
    action: z.literal("start_app"),
    /** The app under test, when none is named. */
    package: words.optional(),
    /** It is ended before, so that it begins at its first screen. */
    anew: z.boolean().optional(),
    /** Its data is cleared before. */
    clear: z.boolean().optional(),
  }),
  z.strictObject({
    ...common,
    action: z.literal("tap"),
    ...target,
    /** A part of the element; without it, the middle of what of it is on the screen. */
    at: place.optional(),
  }),
  z.strictObject({
    ...common,
    action: z.literal("long_press"),
    ...target,
    at: place.optional(),
    seconds: z.number().min(0.5).max(30).optional(),
  }),
  z.strictObject({
    ...common,
    action: z.literal("swipe"),
    /** `from` and `to` are parts of this element; without it, of the screen. */
    locator: locator.optional(),
    fallback,
    timeout,
    from: place,
    to: place,
    seconds: z.number().min(0.05).max(30).optional(),
  }),
  z.strictObject({
    ...common,
    action: z.literal("input"),
    /** Touched before; without it, what has the focus takes the text. */
    locator: locator.optional(),
    fallback,
    timeout,
    text: filled,
    /** What stands in it goes before. */
    clear: z.boolean().optional(),
  }),
  z.strictObject({
    ...common,
    action: z.literal("key"),
    key: z.enum(DEVICE_KEYS),
    times: z.int().min(1).max(100).optional(),
    /** What is held meanwhile. */
    modifiers: z.array(z.enum(KEY_MODIFIERS)).max(KEY_MODIFIERS.length).optional(),
  }),
  /** Turns the screen. */
  z.strictObject({ ...common, action: z.literal("rotate") }),
  z.strictObject({
    ...common,
    action: z.literal("wait"),
    locator: seenLocator.optional(),
    fallback: seenFallback,
    timeout,
    gone: z.boolean().optional(),
    /** A pause, instead of a locator. */
    seconds: seconds.optional(),
  }),
  z.strictObject({
    ...common,
    action: z.literal("assert"),
    locator: seenLocator,
    fallback: seenFallback,
    timeout,
    gone: z.boolean().optional(),
    text: filled.optional(),
    text_contains: words.optional(),
    state: z.enum(ELEMENT_STATES).optional(),
  }),
  /** Has a memory sample of the app under test taken, where the job records its memory; elsewhere it does nothing, and says so. */
  z.strictObject({
    ...common,
    action: z.literal("memory"),
    /** What the app is doing: the name of the sample's scene. */
    scene: words,
  }),
  /** Runs a program of the repository, isolated as every script of a library. It fails unless that ends with 0. */
  z.strictObject({
    ...common,
    action: z.literal("script"),
    /** A file for Node from the repository's root on, as `scripts/order.mjs`. */
    file: z.string().min(1).max(LOW_CODE_LIMITS.path_max),
    args: z.array(filled).max(50).optional(),
    /** How long it may run; a minute without it. */
    timeout,
  }),
] as const;
export type LeafStep = z.output<(typeof ACTIONS)[number]>;

const call = z.strictObject({
  ...common,
  action: z.literal("call"),
  block: name,
  /** A value for each of its parameters. */
  with: values.optional(),
});
const inner = z.lazy((): z.ZodType<Step[]> => steps);
const branch = {
  ...common,
  action: z.literal("if"),
  condition,
  /** Carried out where it holds. */
  steps: inner,
  else: inner.optional(),
};
const loop = {
  ...common,
  action: z.literal("loop"),
  /** So often. */
  times: times.optional(),
  /** Once for each value, which stands in the variable `as`. */
  each: z.array(value).min(1).max(LOW_CODE_LIMITS.rounds_max).optional(),
  as: variable.optional(),
  /** As long as this holds, and at most so often. */
  while: condition.optional(),
  most: times.optional(),
  steps: inner,
};
type Common = z.output<z.ZodObject<typeof common>>;
export type CallStep = z.output<typeof call>;
export interface IfStep extends Common {
  action: "if";
  condition: Condition;
  steps: Step[];
  else?: Step[] | undefined;
}
export interface LoopStep extends Common {
  action: "loop";
  times?: number | undefined;
  each?: z.output<typeof value>[] | undefined;
  as?: string | undefined;
  while?: Condition | undefined;
  most?: number | undefined;
  steps: Step[];
}
export type Step = LeafStep | CallStep | IfStep | LoopStep;
const step: z.ZodType<Step> = z.discriminatedUnion("action", [
  ...ACTIONS,
  call,
  z.strictObject(branch),
  z.strictObject(loop),
]);
const steps = z.array(step).min(1);

export const lowCodeFile = z.strictObject({
  /** The format's version: by this key a file says that it is one. */
  low_code: z.literal(1),
  variables: values.optional(),
  blocks: z
    .record(
      z.string().regex(/^[A-Za-z0-9][\w-]{0,59}$/),
      z.strictObject({ parameters: z.array(variable).max(50).optional(), steps }),
    )
    .optional(),
  cases: z
    .array(
      z.strictObject({
        name,
        variables: values.optional(),
        /** One case for each row; `row` is what the row is called. */
        data: z.array(values).min(1).max(LOW_CODE_LIMITS.rows_max).optional(),
        steps,
      }),
    )
    .min(1)
    .max(1_000),
});
export type LowCodeFile = z.output<typeof lowCodeFile>;
export type LowCodeCase = LowCodeFile["cases"][number];

/** Of a file, for editors that complete and check what is typed. */
export const lowCodeJsonSchema = (): object => z.toJSONSchema(lowCodeFile, { io: "input", reused: "ref" });
