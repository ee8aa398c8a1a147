import { Button } from "antd";
import { useState, type ReactNode } from "react";
import "./danger-section.css";

/** What cannot be undone: what it does, and the button that asks for it. */
export function DangerSection(props: {
  title: string;
  lead: string;
  action: string;
  className: string;
  headClass?: string;
  /** Asks once more, and does it. */
  renderDialog: (onClose: () => void) => ReactNode;
}) {
  const { headClass = "udt-danger" } = props;
  const [asking, setAsking] = useState(false);
  return (
    <section className={`udt-card ${props.className}`}>
      <div className={headClass}>
        <div>
          <h2>{props.title}</h2>
          <p className="udt-secondary">{props.lead}</p>
        </div>
        <Button danger onClick={() => setAsking(true)}>
          {props.action}
        </Button>
      </div>
      {asking && props.renderDialog(() => setAsking(false))}
    </section>
  );
}
