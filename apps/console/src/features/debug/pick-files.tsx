import { useRef } from "react";
import { UploadIcon } from "./icons.tsx";

/** A button that asks for files, several at once. */
export function PickFiles(props: {
  label: string;
  accept?: string;
  isPlain?: boolean;
  onFiles: (files: File[]) => void;
}) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className="udt-button"
        data-primary={!props.isPlain || undefined}
        onClick={() => picker.current?.click()}
      >
        <UploadIcon /> {props.label}
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={props.accept}
        aria-label={props.label}
        onChange={(event) => {
          props.onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}
