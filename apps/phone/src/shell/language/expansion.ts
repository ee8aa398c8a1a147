import type { ScriptNode, WordNode } from "just-bash";
import { type Numbers, evaluate } from "./arithmetic.ts";
import { ShellError } from "./control.ts";
import type { ArithmeticExpression, ParameterExpansion, PartOf, WordPart } from "./nodes.ts";
import { applyOperation, expandsToWord, listOf, valueOf } from "./parameters.ts";
import { escapePattern, expandPath, isPattern } from "./patterns.ts";
import type { Scope } from "./state.ts";
import { parseExpansions } from "./syntax.ts";

/** A piece of an expanded word; "next" starts another field, as between the arguments of "$@". */
type Piece = { text: string; kind: "quoted" | "literal" | "split"; pattern?: string } | "next";

interface Field {
  text: string;
  pattern: string;
  /** It exists, though it may be empty. */
  exists: boolean;
}

const DEFAULT_SEPARATORS = " \t\n";

/** Turns words into what commands get. */
export class Expander {
  readonly #substitute: (script: ScriptNode, scope: Scope) => Promise<string>;

  /** @param substitute runs the script of a `$(…)` and answers its output. */
  constructor(substitute: (script: ScriptNode, scope: Scope) => Promise<string>) {
    this.#substitute = substitute;
  }

  /** Everything: braces, expansions, field splitting, file names. */
  async fields(words: readonly WordNode[], scope: Scope): Promise<string[]> {
    const fields: string[] = [];
    for (const word of words.flatMap(expandBraces)) {
      const pieces = await this.#pieces(word.parts, scope, false);
      for (const field of splitFields(pieces, scope.state.get("IFS") ?? DEFAULT_SEPARATORS)) {
        const paths =
          !scope.state.options.has("f") && isPattern(field.pattern)
            ? expandPath(field.pattern, scope.phone.system.files, scope.state.cwd)
            : [];
        fields.push(...(paths.length > 0 ? paths : [field.text]));
      }
    }
    return fields;
  }

  /** One string: no splitting, no file names. */
  async text(word: WordNode, scope: Scope): Promise<string> {
    const pieces = await this.#pieces(word.parts, scope, false);
    return pieces.map((piece) => (piece === "next" ? " " : piece.text)).join("");
  }

  /** A pattern in which what was quoted is plain. */
  async pattern(word: WordNode, scope: Scope): Promise<string> {
    const pieces = await this.#pieces(word.parts, scope, false);
    return pieces
      .map((piece) => {
        if (piece === "next") return " ";
        return piece.kind === "quoted" ? escapePattern(piece.text) : (piece.pattern ?? piece.text);
      })
      .join("");
  }

  async arithmetic(expression: ArithmeticExpression, scope: Scope): Promise<number> {
    if (expression.originalText === undefined) throw new ShellError("bad arithmetic expression");
    return this.evaluate(expression.originalText, scope);
  }

  async evaluate(text: string, scope: Scope): Promise<number> {
    const plain = /[$`]/.test(text) ? await this.text(await parseExpansions(text), scope) : text;
    return evaluate(plain, numbersOf(scope));
  }

  async #pieces(parts: readonly WordPart[], scope: Scope, isQuoted: boolean): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for (const part of parts) pieces.push(...(await this.#part(part, scope, isQuoted)));
    return pieces;
  }

  async #part(part: WordPart, scope: Scope, isQuoted: boolean): Promise<Piece[]> {
    const plain = isQuoted ? "quoted" : "literal";
    switch (part.type) {
      case "Literal":
        return [{ text: part.value, kind: plain, pattern: part.value.replaceAll("\\", "\\\\") }];
      case "SingleQuoted":
      case "Escaped":
        return [{ text: part.value, kind: "quoted" }];
      case "DoubleQuoted": {
        const pieces = await this.#pieces(part.parts, scope, true);
        const isEmptyList = pieces.length === 0 && part.parts.some(isArgumentList);
        return isEmptyList ? [] : [{ text: "", kind: "quoted" }, ...pieces];
      }
      case "Glob":
        return [{ text: part.pattern.replace(/\\(.)/gs, "$1"), kind: plain, pattern: part.pattern }];
      case "TildeExpansion":
        return [{ text: homeOf(part.user, scope), kind: "quoted" }];
      case "ParameterExpansion":
        return this.#parameter(part, scope, isQuoted);
      case "CommandSubstitution":
        return [{ text: await this.#substitute(part.body, scope), kind: isQuoted ? "quoted" : "split" }];
      case "ArithmeticExpansion":
        return [{ text: String(await this.arithmetic(part.expression, scope)), kind: isQuoted ? "quoted" : "split" }];
      case "BraceExpansion":
        return [{ text: "", kind: plain }];
      case "ProcessSubstitution":
        throw new ShellError("syntax error: unexpected '('");
    }
  }

  async #parameter(part: ParameterExpansion, scope: Scope, isQuoted: boolean): Promise<Piece[]> {
    const { parameter, operation } = part;
    const bracket = parameter.indexOf("[");
    const index = bracket >= 0 && parameter.endsWith("]") ? parameter.slice(bracket + 1, -1) : undefined;
    const isList = index === "@" || index === "*" || parameter === "@" || parameter === "*";
    const name = bracket < 0 ? parameter : parameter.slice(0, bracket);
    const at = index === undefined || isList ? undefined : await this.evaluate(index, scope);
    const kind = isQuoted ? "quoted" : "split";
    const values = isList ? listOf(name, scope) : undefined;
    const value = values ? (values.length > 0 ? values.join(" ") : undefined) : valueOf(name, at, scope);
    const word = operation && expandsToWord(operation, value);
    if (operation && word) {
      if (operation.type === "AssignDefault") {
        const text = await this.text(word, scope);
        scope.state.set(name, text, at);
        return [{ text, kind }];
      }
      const pieces = await this.#pieces(word.parts, scope, isQuoted);
      // Outside quotes the fields of the word are fields of the whole.
      return pieces.map((piece) =>
        piece !== "next" && piece.kind === "literal" ? { ...piece, kind: "split" } : piece,
      );
    }
    if (value === undefined && !values && operation === null && scope.state.options.has("u"))
      throw new ShellError(`${parameter}: parameter not set`);
    const results = await applyOperation(operation, { name: parameter, value, values }, scope, this);
    if (!Array.isArray(results)) return [{ text: results, kind }];
    const isSeparate = isQuoted ? parameter === "@" || index === "@" : true;
    if (isSeparate)
      return results.flatMap((text, each): Piece[] => [...(each > 0 ? ["next" as const] : []), { text, kind }]);
    return [{ text: results.join((scope.state.get("IFS") ?? DEFAULT_SEPARATORS)[0] ?? ""), kind }];
  }
}

function isArgumentList(part: WordPart): boolean {
  return part.type === "ParameterExpansion" && (part.parameter === "@" || part.parameter.endsWith("[@]"));
}

function homeOf(user: string | null, { state }: Scope): string {
  if (user === null) return state.get("HOME") ?? "/";
  return user === "+" ? state.cwd : user === "-" ? (state.get("OLDPWD") ?? "~-") : `~${user}`;
}

export function numbersOf({ state }: Scope): Numbers {
  return {
    get: (name, index) => {
      const value = state.variables.get(name)?.value;
      return typeof value === "object" ? value.get(index ?? 0) : (index ?? 0) === 0 ? state.get(name) : undefined;
    },
    set: (name, index, value) => state.set(name, String(value), index),
  };
}

/** Joins pieces to fields and splits what came from expansions. */
function splitFields(pieces: readonly Piece[], separators: string): Field[] {
  const fields: Field[] = [];
  let field: Field = { text: "", pattern: "", exists: false };
  let isAfterBlank = false;
  const close = () => {
    if (field.exists) fields.push(field);
    field = { text: "", pattern: "", exists: false };
  };
  for (const piece of pieces) {
    if (piece === "next") {
      close();
      continue;
    }
    if (piece.kind !== "split") {
      field.text += piece.text;
      field.pattern += piece.kind === "quoted" ? escapePattern(piece.text) : (piece.pattern ?? piece.text);
      field.exists ||= piece.kind === "quoted" || piece.text !== "";
      isAfterBlank = false;
      continue;
    }
    for (const char of piece.text) {
      if (!separators.includes(char)) {
        field.text += char;
        field.pattern += char === "\\" ? "\\\\" : char;
        field.exists = true;
        isAfterBlank = false;
      } else if (/\s/.test(char)) {
        if (field.exists) isAfterBlank = true;
        close();
      } else {
        // A separator that shows ends a field, even an empty one, unless blanks before it already did.
        if (!isAfterBlank) field.exists = true;
        close();
        isAfterBlank = false;
      }
    }
  }
  close();
  return fields;
}

/** `a{1,2}b` as `a1b` and `a2b`. */
function expandBraces(word: WordNode): WordNode[] {
  const at = word.parts.findIndex((part) => part.type === "BraceExpansion");
  const part = word.parts[at];
  if (part?.type !== "BraceExpansion") return [word];
  const before = word.parts.slice(0, at);
  const after = word.parts.slice(at + 1);
  return part.items
    .flatMap((item) => (item.type === "Word" ? expandBraces(item.word).map((each) => each.parts) : rangeOf(item)))
    .flatMap((parts) => expandBraces({ ...word, parts: [...before, ...parts, ...after] }));
}

type Range = Extract<PartOf<"BraceExpansion">["items"][number], { type: "Range" }>;
const MAX_RANGE = 10_000;

function rangeOf({ start, end, step }: Range): WordPart[][] {
  const isText = typeof start === "string";
  // Ends that are text are one letter each.
  const from = typeof start === "string" ? start.charCodeAt(0) : start;
  const to = typeof end === "string" ? end.charCodeAt(0) : end;
  const stride = Math.max(1, Math.abs(step ?? 1)) * (from <= to ? 1 : -1);
  const count = Math.min(MAX_RANGE, Math.floor(Math.abs(to - from) / Math.abs(stride)) + 1);
  return Array.from({ length: count }, (_, index) => {
    const value = from + index * stride;
    return [{ type: "Literal", value: isText ? String.fromCharCode(value) : String(value) }];
  });
}
