/** What is said of modules that have more memory than they may. */
import type { MemoryTrigger, UiLanguage } from "@udt/contract";
import { bytesText } from "@udt/memory";
import type { Message } from "../../../platform/mail-message.ts";
import type { DeliveryFacts, MemoryFacts } from "../facts.ts";
import { WORDS } from "./texts.ts";
import type { Voice } from "./voice.ts";

type Module = MemoryFacts["modules"][number];

interface Words {
  /** With the modules' names. */
  title: Record<Module["reason"], (modules: string) => string>;
  label: Record<"app" | "trace" | "sample" | "owner", string>;
  number: (number: number) => string;
  over: (bytes: string, budget: string) => string;
  large: (bytes: string, percent: string) => string;
  open: string;
}

const TEXTS: Record<UiLanguage, Words> = {
  zh: {
    title: {
      over: (modules) => `内存超出预算：${modules}`,
      large: (modules) => `内存占比超过 25%：${modules}`,
    },
    label: { app: "应用", trace: "内存跟踪", sample: "样本", owner: "负责人" },
    number: (number) => `样本 ${number}`,
    over: (bytes, budget) => `${bytes}，预算 ${budget}`,
    large: (bytes, percent) => `${bytes}，占 ${percent}`,
    open: "查看分区",
  },
  en: {
    title: {
      over: (modules) => `Memory over budget: ${modules}`,
      large: (modules) => `Memory share above 25%: ${modules}`,
    },
    label: { app: "App", trace: "Memory trace", sample: "Sample", owner: "Owner" },
    number: (number) => `Sample ${number}`,
    over: (bytes, budget) => `${bytes} of a budget of ${budget}`,
    large: (bytes, percent) => `${bytes}, ${percent} of all`,
    open: "Open the partitions",
  },
  ja: {
    title: {
      over: (modules) => `メモリの予算超過：${modules}`,
      large: (modules) => `メモリの割合が 25% 超：${modules}`,
    },
    label: { app: "アプリ", trace: "メモリトレース", sample: "サンプル", owner: "担当者" },
    number: (number) => `サンプル ${number}`,
    over: (bytes, budget) => `${bytes}（予算 ${budget}）`,
    large: (bytes, percent) => `${bytes}（全体の ${percent}）`,
    open: "パーティションを見る",
  },
};

/** Of a title; more are told by how many. */
const NAMED_MAX = 3;

export function aboutMemory(
  { memory }: Extract<DeliveryFacts, { event: MemoryTrigger }>,
  before: Message["rows"],
  after: Message["rows"],
  voice: Voice,
): Message {
  const { language, base_url } = voice;
  const words = TEXTS[language];
  const { label } = words;
  const { modules, app_name, app_version, trace_name } = memory;
  const app = [app_name, app_version].filter((part) => part !== "").join(" ");
  const isOver = modules.some(({ reason }) => reason === "over");
  const named = modules.filter(({ reason }) => (reason === "over") === isOver).map(({ module }) => module);
  const more = modules.length > NAMED_MAX ? ` (+${modules.length - Math.min(NAMED_MAX, named.length)})` : "";
  const tone = isOver ? "bad" : "plain";
  return {
    title: words.title[isOver ? "over" : "large"](named.slice(0, NAMED_MAX).join(", ") + more),
    tone,
    rows: [
      ...before,
      ...(app === "" ? [] : [{ label: label.app, value: app }]),
      { label: label.trace, value: trace_name },
      { label: label.sample, value: memory.label === "" ? words.number(memory.number) : memory.label },
      ...modules.map((one) => moduleRow(one, language)),
      ...after,
    ],
    note: "",
    link: { text: words.open, url: base_url + memory.url },
  };
}

function moduleRow({ module, owner, bytes, budget_bytes, percent, reason }: Module, language: UiLanguage) {
  const words = TEXTS[language];
  const share = new Intl.NumberFormat(WORDS[language].locale, { style: "percent" }).format(percent / 100);
  const isOver = reason === "over" && budget_bytes !== null;
  const value = isOver ? words.over(bytesText(bytes), bytesText(budget_bytes)) : words.large(bytesText(bytes), share);
  const by = owner === "" ? "" : ` · ${words.label.owner}: ${owner}`;
  return { label: module, value: `${value}${by}`, tone: isOver ? ("bad" as const) : ("plain" as const) };
}
