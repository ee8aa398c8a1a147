import { LIMITS, type MemorySample } from "@udt/contract";
import { Input } from "antd";
import { useState } from "react";
import { errorText } from "../../lib/errors/index.ts";
import { Field, FormDialog } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { EditButton } from "./edit-button.tsx";
import { useNameScene } from "./use-memory.ts";

/** Names the scene that a sample was taken in: what is sampled in time has none by itself. */
export function EditScene({ project, sample }: { project: string; sample: MemorySample }) {
  const t = useT("memory");
  return (
    <EditButton
      name={t("scene.open")}
      renderForm={(onClose) => <SceneDialog project={project} sample={sample} onClose={onClose} />}
    />
  );
}

function SceneDialog({ project, sample, onClose }: { project: string; sample: MemorySample; onClose: () => void }) {
  const t = useT("memory");
  const [label, setLabel] = useState(sample.label);
  const name = useNameScene(project, sample.sample_id);
  return (
    <FormDialog
      title={t("scene.title", { number: sample.number })}
      pending={name.isPending}
      onSubmit={() => name.mutate(label.trim(), { onSuccess: onClose })}
      onClose={onClose}
    >
      <Field
        label={t("add.label")}
        hint={t("add.label_hint")}
        error={name.isError ? errorText(name.error) : undefined}
        render={(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            maxLength={LIMITS.name_max}
            value={label}
            onChange={(event) => {
              name.reset();
              setLabel(event.target.value);
            }}
          />
        )}
      />
    </FormDialog>
  );
}
