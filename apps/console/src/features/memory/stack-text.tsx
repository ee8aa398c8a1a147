import { Link } from "react-router";
import { useT } from "../../lib/i18n/index.ts";

/**
 * Whose allocation it is, and what it was called by, the innermost call first.
 * @param flame where it is seen in a flame graph
 */
export function StackText({ name, stack, flame }: { name: string; stack: readonly string[]; flame?: string }) {
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
      {flame !== undefined && (
        <Link className="udt-link" to={flame}>
          {t("to_flame")}
        </Link>
      )}
    </details>
  );
}
