import type { CommandNode, SimpleCommandNode, WordNode } from "just-bash";

/* The parts of just-bash's syntax tree that it exports only as parts of others. */

export type WordPart = WordNode["parts"][number];
export type PartOf<Type extends WordPart["type"]> = Extract<WordPart, { type: Type }>;
export type CommandOf<Type extends CommandNode["type"]> = Extract<CommandNode, { type: Type }>;
export type CompoundCommand = CommandOf<"FunctionDef">["body"];
export type Redirection = SimpleCommandNode["redirections"][number];
export type Assignment = SimpleCommandNode["assignments"][number];
export type Condition = CommandOf<"ConditionalCommand">["expression"];
export type ParameterExpansion = PartOf<"ParameterExpansion">;
export type ParameterOperation = NonNullable<ParameterExpansion["operation"]>;
export type ArithmeticExpression = CommandOf<"ArithmeticCommand">["expression"];
