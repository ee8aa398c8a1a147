import { LIMITS } from "@udt/contract";
import { Button, Input } from "antd";
import { useState } from "react";
import { errorText } from "../../lib/errors/index.ts";
import { Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { splitNames } from "./pasted-names.ts";
import { useLookUp, type Person } from "./use-people.ts";

/** Several at once: emails or nicknames separated by semicolons. What is nobody's stays in the field and is named. */
export function PasteNames({ onFound }: { onFound: (people: readonly Person[]) => void }) {
  const t = useT("members");
  const [text, setText] = useState("");
  const [unknown, setUnknown] = useState<readonly string[]>([]);
  const lookUp = useLookUp();
  const names = splitNames(text);
  const tooMany = names.length > LIMITS.bulk_max;
  const error =
    (tooMany && t("paste.too_many", { max: LIMITS.bulk_max })) ||
    (lookUp.error && errorText(lookUp.error)) ||
    (unknown.length > 0 && t("paste.unknown", { names: unknown.join("; ") })) ||
    undefined;
  const find = () =>
    lookUp.mutate(names, {
      onSuccess: (found) => {
        onFound(found.people);
        setUnknown(found.unknown);
        setText(found.unknown.join("; "));
      },
    });
  return (
    <>
      <Field
        label={t("paste.label")}
        hint={t("paste.hint")}
        error={error}
        render={(control) => (
          <Input.TextArea
            {...control}
            rows={3}
            value={text}
            placeholder={t("paste.example")}
            onChange={(event) => {
              setText(event.target.value);
              setUnknown([]);
            }}
          />
        )}
      />
      <div>
        <Button disabled={names.length === 0 || tooMany} loading={lookUp.isPending} onClick={find}>
          {t("paste.find")}
        </Button>
      </div>
    </>
  );
}
