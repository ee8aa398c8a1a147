/** Parts of Monaco that it has no types for: its TypeScript service, as it is where it runs. */
declare module "monaco-editor/internal/common/initialize.js" {
  import type { worker } from "monaco-editor/editor";

  export function initialize(create: (context: worker.IWorkerContext, data: ServiceData) => object): void;

  /** What Monaco begins a service with. */
  export interface ServiceData {
    compilerOptions: object;
    extraLibs: object;
    inlayHintsOptions: object;
  }
}

declare module "monaco-editor/languages/features/typescript/tsWorker.js" {
  import type { Diagnostic } from "monaco-editor/languages/features/typescript/register";
  import type { worker } from "monaco-editor/editor";

  /** The compiler's own `Program`, as far as it is asked. */
  export interface Program {
    getSourceFile(fileName: string): { readonly imports?: readonly { readonly text: string }[] } | undefined;
  }

  /** TypeScript's language service with the models that Monaco keeps beside the page; it is its own host. */
  export class TypeScriptWorker {
    constructor(context: Pick<worker.IWorkerContext, "getMirrorModels">, data: object);
    getLanguageService(): { getProgram(): Program | undefined };
    getScriptFileNames(): string[];
    getScriptVersion(fileName: string): string;
    getScriptKind(fileName: string): number;
    getScriptSnapshot(fileName: string): Snapshot | undefined;
    readFile(fileName: string): string | undefined;
    fileExists(fileName: string): boolean;
    getSyntacticDiagnostics(fileName: string): Promise<Diagnostic[]>;
    getSemanticDiagnostics(fileName: string): Promise<Diagnostic[]>;
    getCompletionsAtPosition(fileName: string, offset: number): Promise<Completions | undefined>;
    getCompletionEntryDetails(fileName: string, offset: number, name: string): Promise<Told | undefined>;
    getSignatureHelpItems(fileName: string, offset: number, options: object): Promise<object | undefined>;
    getQuickInfoAtPosition(fileName: string, offset: number): Promise<Told | undefined>;
  }
  /** A text as it is at one moment. */
  export interface Snapshot {
    getText(start: number, end: number): string;
    getLength(): number;
    /** Undefined: it is read anew. */
    getChangeRange(): undefined;
  }
  export interface Completions {
    entries: readonly { readonly name: string }[];
  }
  export interface Told {
    displayParts: readonly { readonly text: string }[];
    documentation: readonly { readonly text: string }[];
  }
}
