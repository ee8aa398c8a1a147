import { CloseIcon } from "../../../../../lib/components/icons.tsx";
import { useT } from "../../../../../lib/i18n/index.ts";

/** Ends the form of a row; what was changed in it is in the file already. */
export function CloseForm({ onClose }: { onClose: () => void }) {
  const common = useT("common");
  const label = common("close");
  return (
    <button
      type="button"
      className="udt-icon-button steps-form-close"
      aria-label={label}
      title={label}
      onClick={onClose}
    >
      <CloseIcon />
    </button>
  );
}
