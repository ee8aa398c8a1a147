import type { AppContext, AppDefinition } from "../screen/app.ts";
import { icon } from "../screen/icons.ts";
import type { ViewSpec } from "../screen/scene/node.ts";
import { TextField } from "../screen/scene/text-field.ts";
import { type Accent, themeOf } from "../screen/theme.ts";
import { tileIcon } from "./app-icon.ts";
import { appBar, COLUMN_DP, iconButton, imageButton, page, screen } from "./widgets.ts";

const PACKAGE = "dev.udt.notes";
const LIST = `${PACKAGE}.NotesActivity`;
const EDITOR = `${PACKAGE}.EditorActivity`;
const STORE_KEY = "notes";

const ACCENT: Accent = { light: "#a8620a", dark: "#ffc46b", softLight: "#ffe9c7", softDark: "#4d3613" };

const TEXTS = {
  en: {
    title: "Notes",
    back: "Navigate up",
    create: "New note",
    remove: "Delete",
    heading: "Title",
    body: "Write something…",
    empty: "No notes yet",
    hint: "Tap + to write your first one",
    untitled: "Untitled",
    removed: "Note deleted",
  },
  zh: {
    title: "便签",
    back: "向上导航",
    create: "新建便签",
    remove: "删除",
    heading: "标题",
    body: "写点什么…",
    empty: "还没有便签",
    hint: "点按 + 写下第一条",
    untitled: "无标题",
    removed: "便签已删除",
  },
  ja: {
    title: "メモ",
    back: "上へ移動",
    create: "新しいメモ",
    remove: "削除",
    heading: "タイトル",
    body: "何か書いてみましょう…",
    empty: "メモはまだありません",
    hint: "+ をタップして最初のメモを書きましょう",
    untitled: "無題",
    removed: "メモを削除しました",
  },
};

interface Note {
  id: number;
  title: string;
  body: string;
}

const isNote = (value: unknown): value is Note => {
  if (typeof value !== "object" || value === null) return false;
  const { id, title, body } = value as Record<string, unknown>;
  return typeof id === "number" && typeof title === "string" && typeof body === "string";
};

class NotesApp {
  readonly #context: AppContext;
  #notes: Note[];
  #open: { note: Note; title: TextField; body: TextField } | undefined;

  constructor(context: AppContext) {
    this.#context = context;
    const stored: unknown = JSON.parse(context.storage.get(STORE_KEY) ?? "[]");
    this.#notes = Array.isArray(stored) ? stored.filter(isNote) : [];
  }

  get activity(): string {
    return this.#open === undefined ? LIST : EDITOR;
  }

  view(): ViewSpec {
    return this.#open === undefined ? this.#list() : this.#editor(this.#open);
  }

  /** Leaves the editor; a note without any text is not kept. */
  close(): boolean {
    if (this.#open === undefined) return false;
    const { note } = this.#open;
    if (note.title === "" && note.body === "") this.#notes = this.#notes.filter((other) => other !== note);
    this.#open = undefined;
    this.#save();
    return true;
  }

  #save(): void {
    this.#context.storage.set(STORE_KEY, JSON.stringify(this.#notes));
    this.#context.invalidate();
  }

  #edit(note: Note): void {
    const texts = TEXTS[this.#context.environment.language];
    const field = (key: "title" | "body", hint: string): TextField =>
      new TextField({
        text: note[key],
        hint,
        multiline: key === "body",
        onChange: (text) => {
          note[key] = text;
          this.#save();
        },
        onSubmit: () => this.#context.focus(this.#open?.body),
      });
    this.#open = { note, title: field("title", texts.heading), body: field("body", texts.body) };
    this.#context.focus(note.title === "" ? this.#open.title : this.#open.body);
  }

  #create(): void {
    const note = { id: 1 + Math.max(0, ...this.#notes.map(({ id }) => id)), title: "", body: "" };
    this.#notes.unshift(note);
    this.#context.log("I", "Notes", `create id=${note.id}`);
    this.#edit(note);
  }

  #remove(note: Note): void {
    this.#notes = this.#notes.filter((other) => other !== note);
    this.#open = undefined;
    this.#context.log("I", "Notes", `delete id=${note.id}`);
    this.#context.toast(TEXTS[this.#context.environment.language].removed);
    this.#save();
  }

  #list(): ViewSpec {
    const { environment } = this.#context;
    const theme = themeOf(environment.dark, ACCENT);
    const texts = TEXTS[environment.language];
    const row = (note: Note): ViewSpec => ({
      id: "note_item",
      bg: theme.surface,
      radius: 20,
      width: "fill",
      pad: [15, 18],
      gap: 4,
      onTap: () => this.#edit(note),
      children: [
        {
          id: "note_title",
          text: note.title === "" ? texts.untitled : note.title,
          size: 17,
          weight: 700,
          color: theme.text,
          maxLines: 1,
        },
        note.body === ""
          ? undefined
          : { id: "note_preview", text: note.body, size: 14.5, color: theme.dim, maxLines: 3 },
      ],
    });
    return {
      bg: theme.bg,
      dir: "stack",
      width: "fill",
      height: "fill",
      children: [
        {
          children: [
            appBar(theme, environment, texts.title),
            this.#notes.length === 0
              ? {
                  id: "empty_view",
                  grow: 1,
                  align: "center",
                  justify: "center",
                  gap: 8,
                  children: [
                    icon("edit", theme.dim, 44, 64),
                    { text: texts.empty, size: 18, weight: 700, color: theme.text },
                    { text: texts.hint, size: 14.5, color: theme.dim },
                  ],
                }
              : page(environment, "note_list", this.#notes.map(row)),
          ],
        },
        {
          dir: "stack",
          align: "end",
          justify: "end",
          pad: [0, 22, environment.insetBottom + 22, 22],
          children: [
            imageButton("create_note", texts.create, icon("plus", theme.onPrimary, 28), {
              width: 60,
              height: 60,
              radius: 20,
              bg: theme.primary,
              elevation: 4,
              onTap: () => this.#create(),
            }),
          ],
        },
      ],
    };
  }

  #editor({ note, title, body }: { note: Note; title: TextField; body: TextField }): ViewSpec {
    const { environment } = this.#context;
    const theme = themeOf(environment.dark, ACCENT);
    const texts = TEXTS[environment.language];
    const side = environment.width > COLUMN_DP ? (environment.width - COLUMN_DP) / 2 : 22;
    return screen(theme, [
      appBar(theme, environment, "", {
        back: { desc: texts.back, onTap: () => void this.close() },
        actions: [iconButton("delete_note", texts.remove, "trash", theme.text, () => this.#remove(note))],
      }),
      {
        id: "edit_title",
        field: title,
        width: "fill",
        height: 58,
        pad: [8, side],
        size: 25,
        weight: 700,
        color: theme.text,
      },
      {
        id: "editor_scroll",
        scroll: "y",
        grow: 1,
        children: [
          {
            id: "edit_body",
            field: body,
            width: "fill",
            minHeight: Math.max(120, environment.height - 200),
            pad: [6, side, environment.insetBottom + 30, side],
            size: 17,
            lineHeight: 1.5,
            color: theme.text,
          },
        ],
      },
    ]);
  }
}

export const notesApp: AppDefinition = {
  packageName: PACKAGE,
  versionName: "2.0",
  versionCode: 20,
  mainActivity: LIST,
  activities: [LIST, EDITOR],
  launchable: true,
  debuggable: true,
  lightBars: false,
  label: (language) => TEXTS[language].title,
  icon: tileIcon("#ffd166", "#f5a524", (g) => {
    g.fillStyle = "#fffdf6";
    g.beginPath();
    g.roundRect(6.6, 5.4, 10.8, 13.2, 1.8);
    g.fill();
    g.strokeStyle = "#e09a1f";
    g.lineWidth = 1.1;
    for (const [y, end] of [
      [9, 15],
      [12, 15],
      [15, 12.5],
    ] as const) {
      g.beginPath();
      g.moveTo(9, y);
      g.lineTo(end, y);
      g.stroke();
    }
  }),
  create: (context) => {
    const app = new NotesApp(context);
    return { activity: () => app.activity, view: () => app.view(), onBack: () => app.close() };
  },
};
