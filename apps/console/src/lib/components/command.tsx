import { CopyButton } from "./copy-button.tsx";
import "./command.css";

/** A command to run elsewhere, whole and ready to copy. */
export function Command({ text }: { text: string }) {
  return (
    <div className="udt-command">
      <code className="udt-mono">{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
