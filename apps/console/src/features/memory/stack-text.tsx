import { useT } from "../../lib/i18n/index.ts";

/** Whose allocation it is, and what it was called by, the innermost call first. */
export function StackText({ name, stack }: { name: string; stack: readonly string[] }) {
  const t = useT("memory");
  return (
    <details className="memory-stack">
      <summary title={name}>
        <span className="udt-ellipsis" data-literal>
          {name}
        </span>
      </summary>
      <ol aria-label={t("stack.calls")}>
        {stack.toReversed().map((call, index) => (
          <li key={index} className="udt-mono" data-literal>
            {call}
          </li>
        ))}
      </ol>
    </details>
  );
}
