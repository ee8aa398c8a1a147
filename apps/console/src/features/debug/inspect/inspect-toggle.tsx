import { useStore } from "../../../lib/streams/index.ts";
import { InspectIcon } from "../icons.tsx";
import { useSession } from "../session.tsx";
import { useInspector } from "./use-inspector.ts";

/** Turns the picking of elements on and off. @param props.why it cannot be, where that is so of a session that runs */
export function InspectToggle(props: { label: string; why?: string | undefined }) {
  const { label, why } = props;
  const { running } = useSession();
  const inspector = useInspector();
  const { isOn } = useStore(inspector.view);
  return (
    <button
      type="button"
      className="udt-button"
      data-primary={isOn || undefined}
      aria-pressed={isOn}
      disabled={!running || why !== undefined}
      title={why}
      onClick={() => inspector.turn(!isOn)}
    >
      <InspectIcon /> {label}
    </button>
  );
}
