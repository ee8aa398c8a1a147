import { Button, type ButtonProps } from "antd";
import { useRef } from "react";

interface FileButtonProps extends Pick<ButtonProps, "type" | "icon" | "disabled"> {
  label: string;
  /** As an input of files takes it. */
  accept: string;
  onFiles: (files: File[]) => void;
}

/** Asks for files, several at once. */
export function FileButton({ label, accept, onFiles, ...button }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => picker.current?.click()}>
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
    </>
  );
}
