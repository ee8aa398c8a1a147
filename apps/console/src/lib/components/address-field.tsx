import { CopyButton } from "./copy-button.tsx";
import "./controls.css";

/** An address that is told to be taken elsewhere: chosen whole by a click, or copied. */
export function AddressField({ label, address }: { label: string; address: string }) {
  return (
    <div className="udt-address">
      <input
        readOnly
        className="udt-input udt-mono"
        aria-label={label}
        value={address}
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton text={address} />
    </div>
  );
}
