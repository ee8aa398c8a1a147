import { CloseOutlined, FileDoneOutlined, UploadOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useRef, type ReactNode } from "react";
import { useDrop } from "../../lib/drop/index.ts";
import { Field } from "../../lib/form/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";

/** Chooses one file, by the system's dialog or by dropping it here. */
export function FileField(props: {
  name: string;
  label: string;
  /** The ending that it has. */
  accept: string;
  hint: ReactNode;
  error: string | undefined;
  /** What is there already, where one is kept as long as none is chosen. */
  kept?: string | undefined;
  value: File | undefined;
  onChange: (file: File | undefined) => void;
}) {
  const t = useT("ios-certificates");
  const common = useT("common");
  const format = useFormat();
  const picker = useRef<HTMLInputElement>(null);
  const { name, label, accept, value, kept, onChange } = props;
  const drop = useDrop(({ files: [file] }) => file && onChange(file));
  const choose = t(value ? "file.another" : kept === undefined ? "file.choose" : "file.replace");
  return (
    <Field
      label={label}
      hint={props.hint}
      error={props.error}
      render={({ id, "aria-describedby": note, "aria-invalid": isWrong }) => (
        <div
          className="certs-file"
          data-over={drop.isOver || undefined}
          data-wrong={isWrong || undefined}
          data-chosen={value !== undefined || undefined}
          {...drop.handlers}
        >
          <span className="certs-file-icon" aria-hidden>
            {value || kept !== undefined ? <FileDoneOutlined /> : <UploadOutlined />}
          </span>
          <span className="certs-file-name">
            {value ? (
              <>
                <b data-literal>{value.name}</b>
                <small className="udt-num">{format.bytes(value.size)}</small>
              </>
            ) : (
              <>
                {kept !== undefined && <b data-literal>{kept}</b>}
                <small>{t(kept === undefined ? "file.drop" : "file.kept", { accept })}</small>
              </>
            )}
          </span>
          <Button
            id={id}
            aria-describedby={note}
            aria-label={common("labelled", { label, value: choose })}
            onClick={() => picker.current?.click()}
          >
            {choose}
          </Button>
          {value && (
            <Button
              type="text"
              icon={<CloseOutlined />}
              aria-label={common("labelled", { label, value: t("file.remove") })}
              onClick={() => onChange(undefined)}
            />
          )}
          <input
            ref={picker}
            type="file"
            hidden
            name={name}
            accept={accept}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              event.target.value = "";
              if (file) onChange(file);
            }}
          />
        </div>
      )}
    />
  );
}
