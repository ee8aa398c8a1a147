import { useRef } from "react";
import { FolderUpIcon, UploadIcon } from "./icons.tsx";

/** A button that asks for files, several at once, or for a folder. */
export function PickFiles(props: {
  label: string;
  accept?: string;
  isPlain?: boolean;
  isFolder?: boolean;
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
        {props.isFolder ? <FolderUpIcon /> : <UploadIcon />} {props.label}
      </button>
      <input
        ref={(input) => {
          picker.current = input;
          // React has no name for it.
          if (input && props.isFolder) input.webkitdirectory = true;
        }}
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
