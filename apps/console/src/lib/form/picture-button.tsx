import { LIMITS } from "@udt/contract";
import { Button } from "antd";
import { useRef, useState, type ReactNode } from "react";
import { errorText } from "../errors/index.ts";

interface PictureButtonProps {
  label: string;
  /** What may be chosen, by its media type. */
  types: readonly string[];
  disabled?: boolean;
  hint: string;
  wrongType: string;
  tooLarge: string;
  save: { isPending: boolean; mutate: (picture: Blob, on: { onError: (error: unknown) => void }) => void };
  /** What else can be done with it. */
  children?: ReactNode;
}

/** Chooses a picture, which is sent at once; says beneath what may be chosen, or why it was refused. */
export function PictureButton(props: PictureButtonProps) {
  const { label, types, save } = props;
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string>();
  const choose = (file: File | undefined) => {
    if (!file) return;
    setRefused(undefined);
    if (!types.includes(file.type)) setRefused(props.wrongType);
    else if (file.size > LIMITS.image_size_max_bytes) setRefused(props.tooLarge);
    else save.mutate(file, { onError: (error) => setRefused(errorText(error)) });
  };
  return (
    <div>
      <span className="udt-form-actions">
        <Button disabled={props.disabled === true} loading={save.isPending} onClick={() => input.current?.click()}>
          {label}
        </Button>
        {props.children}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={types.join(",")}
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // The same file chosen again is a choice too.
          event.target.value = "";
        }}
      />
      <span className="udt-field-note" data-error={refused !== undefined || undefined} role="status">
        {refused ?? props.hint}
      </span>
    </div>
  );
}
