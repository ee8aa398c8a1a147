import { ShellError } from "./control.ts";

/** How an expression reads and changes variables. */
export interface Numbers {
  get(name: string, index: number | undefined): string | undefined;
  set(name: string, index: number | undefined, value: number): void;
}

type Target = { name: string; index: number | undefined };

const TOKEN =
  /\s*(?:(\d+#[\da-zA-Z]+|0[xX][\da-fA-F]+|\d+)|([A-Za-z_]\w*)|(<<=|>>=|\+\+|--|\*\*|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:,()[\]]))/y;

type Apply = (left: number, right: number) => number;

const BINARY = new Map<string, readonly [precedence: number, apply: Apply]>(
  Object.entries({
    "||": [1, (left, right) => Number(left !== 0 || right !== 0)],
    "&&": [2, (left, right) => Number(left !== 0 && right !== 0)],
    "|": [3, (left, right) => left | right],
    "^": [4, (left, right) => left ^ right],
    "&": [5, (left, right) => left & right],
    "==": [6, (left, right) => Number(left === right)],
    "!=": [6, (left, right) => Number(left !== right)],
    "<": [7, (left, right) => Number(left < right)],
    "<=": [7, (left, right) => Number(left <= right)],
    ">": [7, (left, right) => Number(left > right)],
    ">=": [7, (left, right) => Number(left >= right)],
    "<<": [8, (left, right) => left << right],
    ">>": [8, (left, right) => left >> right],
    "+": [9, (left, right) => (left + right) | 0],
    "-": [9, (left, right) => (left - right) | 0],
    "*": [10, (left, right) => Math.imul(left, right)],
    "/": [10, (left, right) => divide(left, right)],
    "%": [10, (left, right) => left - Math.imul(divide(left, right), right)],
    "**": [11, (left, right) => (left ** right) | 0],
  }),
);
/** What `+=` and its like do with the variable's value before they change it. */
const ASSIGNING = new Map(
  [...BINARY].flatMap(([operator, [, apply]]): [string, Apply][] =>
    /^(?:<<|>>|[-+*/%&|^])$/.test(operator) ? [[`${operator}=`, apply]] : [],
  ),
);

function divide(left: number, right: number): number {
  if (right === 0) throw new ShellError("divide by zero");
  return (left / right) | 0;
}

/** Operators and brackets within each other, in the expressions that variables hold, too. */
const MAX_DEPTH = 1_000;

/** What an expression stands in: the variables that hold it, and how deep. */
interface Around {
  variables: ReadonlySet<string>;
  depth: number;
}

/** Works out an expression in the 32-bit numbers of Android's shell. */
export function evaluate(text: string, numbers: Numbers): number {
  return new Parser(text, numbers, { variables: new Set(), depth: 0 }).whole();
}

class Parser {
  readonly #text: string;
  readonly #tokens: string[] = [];
  readonly #numbers: Numbers;
  readonly #variables: ReadonlySet<string>;
  #depth: number;
  #at = 0;
  /** Above 0 where nothing is assigned: the side of `?:`, `&&` and `||` that does not count. */
  #idle = 0;

  constructor(text: string, numbers: Numbers, around: Around) {
    this.#text = text;
    this.#numbers = numbers;
    this.#variables = around.variables;
    this.#depth = around.depth;
    TOKEN.lastIndex = 0;
    for (let at = 0; text.slice(at).trim() !== "";) {
      TOKEN.lastIndex = at;
      const [token] = TOKEN.exec(text) ?? this.#fail(`unexpected '${text.slice(at).trim()[0]}'`);
      this.#tokens.push(token.trim());
      at = TOKEN.lastIndex;
    }
  }

  whole(): number {
    if (this.#tokens.length === 0) return 0;
    const value = this.#comma();
    if (this.#at < this.#tokens.length) this.#fail(`unexpected '${this.#tokens[this.#at]}'`);
    return value;
  }

  #comma(): number {
    let value = this.#assignment();
    while (this.#takes(",")) value = this.#assignment();
    return value;
  }

  #assignment(): number {
    return this.#deeper(() => this.#assigned());
  }

  #assigned(): number {
    const start = this.#at;
    const target = this.#target();
    const operator = this.#tokens[this.#at] ?? "";
    const apply = ASSIGNING.get(operator);
    if (target && (apply || operator === "=")) {
      this.#at++;
      const right = this.#assignment();
      return this.#store(target, apply ? apply(this.#load(target), right) : right);
    }
    this.#at = start;
    return this.#choice();
  }

  #choice(): number {
    const condition = this.#binary(1);
    if (!this.#takes("?")) return condition;
    const yes = this.#skippable(condition === 0, () => this.#assignment());
    if (!this.#takes(":")) this.#fail("missing ':'");
    const no = this.#skippable(condition !== 0, () => this.#assignment());
    return condition !== 0 ? yes : no;
  }

  #binary(least: number): number {
    let left = this.#deeper(() => this.#unary());
    for (;;) {
      const operator = this.#tokens[this.#at] ?? "";
      const known = BINARY.get(operator);
      if (!known || known[0] < least) return left;
      this.#at++;
      const isDecided = (operator === "&&" && left === 0) || (operator === "||" && left !== 0);
      const next = known[0] + (operator === "**" ? 0 : 1);
      const right = this.#skippable(isDecided, () => this.#deeper(() => this.#binary(next)));
      left = this.#idle > 0 && (operator === "/" || operator === "%") ? 0 : known[1](left, right);
    }
  }

  #unary(): number {
    const operand = () => this.#deeper(() => this.#unary());
    if (this.#takes("-")) return -operand() | 0;
    if (this.#takes("+")) return operand();
    if (this.#takes("!")) return Number(operand() === 0);
    if (this.#takes("~")) return ~operand();
    for (const [operator, step] of [
      ["++", 1],
      ["--", -1],
    ] as const) {
      if (!this.#takes(operator)) continue;
      const target = this.#target() ?? this.#fail("not a variable");
      return this.#store(target, (this.#load(target) + step) | 0);
    }
    return this.#primary();
  }

  #primary(): number {
    if (this.#takes("(")) {
      const value = this.#comma();
      if (!this.#takes(")")) this.#fail("missing ')'");
      return value;
    }
    const target = this.#target();
    if (target) {
      const value = this.#load(target);
      if (this.#takes("++")) this.#store(target, (value + 1) | 0);
      else if (this.#takes("--")) this.#store(target, (value - 1) | 0);
      return value;
    }
    const token = this.#tokens[this.#at++];
    if (token === undefined || !/^\d/.test(token)) return this.#fail("unexpected end of expression");
    return numberOf(token) ?? this.#fail(`bad number '${token}'`);
  }

  #target(): Target | undefined {
    const name = this.#tokens[this.#at];
    if (name === undefined || !/^[A-Za-z_]/.test(name)) return undefined;
    this.#at++;
    if (!this.#takes("[")) return { name, index: undefined };
    const index = this.#comma();
    if (!this.#takes("]")) this.#fail("missing ']'");
    return { name, index };
  }

  #load({ name, index }: Target): number {
    const text = this.#numbers.get(name, index)?.trim() ?? "";
    if (text === "") return 0;
    const number = numberOf(text);
    if (number !== undefined) return number;
    // A variable may hold an expression.
    const variable = `${name}[${index ?? 0}]`;
    if (this.#variables.has(variable)) this.#fail(`expression recurses on parameter '${name}'`);
    const around = { variables: new Set(this.#variables).add(variable), depth: this.#depth };
    return this.#deeper(() => new Parser(text, this.#numbers, around).whole());
  }

  #deeper(work: () => number): number {
    if (++this.#depth > MAX_DEPTH) this.#fail("expression too deep");
    try {
      return work();
    } finally {
      this.#depth--;
    }
  }

  #store({ name, index }: Target, value: number): number {
    if (this.#idle === 0) this.#numbers.set(name, index, value);
    return value;
  }

  #skippable(isIdle: boolean, run: () => number): number {
    if (isIdle) this.#idle++;
    try {
      return run();
    } finally {
      if (isIdle) this.#idle--;
    }
  }

  #takes(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #fail(why: string): never {
    throw new ShellError(`${this.#text}: ${why}`);
  }
}

/** `12`, `0x1f`, `2#101`; Android's shell takes a leading zero for nothing. */
function numberOf(text: string): number | undefined {
  const match = /^([-+]?)(?:(\d+)#([\da-zA-Z]+)|(0[xX][\da-fA-F]+)|(\d+))$/.exec(text);
  if (!match) return undefined;
  const [, sign, base, digits, hexadecimal, decimal] = match;
  const value =
    base && digits
      ? Number.parseInt(digits, Number(base))
      : hexadecimal
        ? Number.parseInt(hexadecimal, 16)
        : Number(decimal);
  return Number.isNaN(value) ? undefined : (sign === "-" ? -value : value) | 0;
}
