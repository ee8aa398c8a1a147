import { type Fault, fieldOf, fieldsOf, type OutlineSection, type OutlineStep } from "@udt/low-code";
import { useFormat } from "../../../../../lib/format/index.ts";
import { useT } from "../../../../../lib/i18n/index.ts";
import { CloseForm } from "./close-form.tsx";
import { saidLine } from "../../../../../lib/words/index.ts";
import { sentenceOf } from "../sentence.ts";
import { FieldInput } from "./field-input.tsx";
import type { FormRoom, Way } from "./room.ts";
import type { Pointing } from "./pointing.ts";

/** What the toolbar does, and what a step is from the beginning. */
const ELSEWHERE: ReadonlySet<string> = new Set(["action", "disabled"]);
/** How it is called and what becomes of a failure comes behind what it does. */
const LAST = ["fallback", "timeout", "on_failure", "name", "id"];

/** All that can be said of a step, from the format's declaration: each field is written as it is left. */
export function StepForm(props: {
  one: OutlineStep;
  /** Unlike all others. */
  known: string;
  faults: readonly Fault[];
  sections: readonly OutlineSection[];
  set: (way: Way, value: unknown) => void;
  pointing: Pointing;
  onClose: () => void;
}) {
  const t = useT("steps");
  const format = useFormat();
  const { one, known, faults, sections, set, pointing, onClose } = props;
  const { step, path } = one;
  const fields = fieldsOf(step).filter(({ name }) => !ELSEWHERE.has(name));
  const places = new Map(fields.map(({ name }) => [name, LAST.indexOf(name)]));
  const sorted = fields.toSorted((a, b) => (places.get(a.name) ?? 0) - (places.get(b.name) ?? 0));
  const faultsAt = (way: Way) => faults.filter(({ said }) => isAt(String(said.args["field"] ?? ""), [...path, ...way]));
  const fallsBack = fields.some(({ name }) => name === "fallback");
  const room: FormRoom = { sections, pointing, key: known, fallsBack, faultsAt, set };
  const others = faults.filter((fault) => !fields.some(({ name }) => faultsAt([name]).includes(fault)));
  return (
    <form
      className="steps-form"
      aria-label={t("form.label", { name: sentenceOf({ t, format }, step) })}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <CloseForm onClose={onClose} />
      {others.map(({ said, line }) => (
        <p key={`${line} ${said.code}`} className="steps-fault" role="alert">
          {saidLine(said)}
        </p>
      ))}
      {sorted.map((field) => (
        <FieldInput key={field.name} {...field} value={step[field.name]} way={[field.name]} room={room} holder={step} />
      ))}
    </form>
  );
}

/** Whether a fault's field is this one, or something in it. */
function isAt(field: string, path: readonly (string | number)[]): boolean {
  const own = fieldOf(path);
  return field === own || field.startsWith(`${own}.`) || field.startsWith(`${own}[`);
}
