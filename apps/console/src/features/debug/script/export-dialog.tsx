import { Segmented } from "antd";
import { useState } from "react";
import { CopyButton } from "../../../lib/components/index.ts";
import { saveContent } from "../../../lib/download/index.ts";
import { useFormat } from "../../../lib/format/index.ts";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { useT } from "../../../lib/i18n/index.ts";
import { useProjectId } from "../../../lib/project.ts";
import { useIsGuest } from "../../../lib/session/index.ts";
import { useStore } from "../../../lib/streams/index.ts";
import { useAppNames } from "../apps/use-apps.ts";
import { withoutAccount } from "./account-marks.ts";
import { exported, EXPORTS } from "./export.ts";
import type { Kept, KeptFiles } from "./kept.ts";
import { nameOf } from "./labels.ts";
import { lowCode, type NamedPicture } from "./low-code.ts";
import { picturePaths, picturesOf } from "./pictures.ts";
import { toJson, type Script, type Step } from "./steps.ts";
import { useScript } from "./use-script.ts";

const FILES = {
  low_code: { file: "recorded.yaml", type: "application/yaml" },
  ...EXPORTS,
  // Data that no library reads.
  json: { file: "recorded.json", type: "application/json" },
} as const;
const KINDS = ["low_code", "python", "typescript", "json"] as const satisfies readonly (keyof typeof FILES)[];

/** Where the templates of script repositories have their cases. */
const FOLDERS = { low_code: "cases", python: "tests", typescript: "tests" } as const;

function contentOf(
  kind: (typeof KINDS)[number],
  script: Script,
  nameOfStep: (step: Step) => string,
  pictureOf?: (step: Step) => NamedPicture | undefined,
): string {
  if (kind === "json") return toJson(withoutAccount(script));
  const write = kind === "low_code" ? lowCode : exported.bind(null, kind);
  return write(script.steps, nameOfStep, pictureOf);
}

/** A script with the pictures that its steps fall back on, as files of a repository. */
function withPictures(
  kind: keyof typeof FOLDERS,
  script: Script,
  nameOfStep: (step: Step) => string,
  path: string,
): KeptFiles {
  const found = picturesOf(script.steps);
  const paths = picturePaths(path);
  const numberOf = new Map(script.steps.map(({ step_id }, at) => [step_id, at + 1]));
  const text = contentOf(kind, script, nameOfStep, ({ step_id }) => {
    const screen = found.get(step_id)?.screen;
    return screen && { image: paths.named(numberOf.get(step_id) ?? 0), screen };
  });
  return {
    text,
    pictures: [...found].map(([step_id, { png }]) => ({ path: paths.at(numberOf.get(step_id) ?? 0), png })),
  };
}

/** The script as a file to read, copy and take away. */
export function ExportDialog(props: { onKeep: (kept: Kept) => void; onClose: () => void }) {
  const t = useT("debug");
  const { onKeep, onClose } = props;
  const isGuest = useIsGuest(useProjectId());
  const { keeper } = useScript();
  const appName = useAppNames();
  const script = useStore(keeper.script);
  const [kind, setKind] = useState<(typeof KINDS)[number]>("low_code");
  const { file, type } = FILES[kind];
  const looks = script.steps.filter(({ action }) => action.kind === "look").length;
  const format = useFormat();
  const named = (step: Step) => nameOf(t, step, appName);
  const content = contentOf(kind, script, named);
  return (
    <Dialog title={t("script.export_title")} width={820} onCancel={onClose} footer={null}>
      <div className="dbg-script-export">
        <div className="dbg-script-export-head">
          <Segmented
            value={kind}
            onChange={setKind}
            options={KINDS.map((value) => ({ value, label: t(`script.language.${value}`) }))}
          />
          <span className="dbg-space" />
          <CopyButton text={content} label={t("script.copy")} />
          {!isGuest && kind !== "json" && (
            <button
              type="button"
              className="udt-button"
              onClick={() =>
                onKeep({
                  path: `${FOLDERS[kind]}/${file}`,
                  filesAt: (path) => withPictures(kind, script, named, path),
                })
              }
            >
              {t("script.keep.button")}
            </button>
          )}
          <button
            type="button"
            className="udt-button"
            data-primary
            onClick={() => saveContent(new Blob([content], { type }), file)}
          >
            {t("script.download", { file })}
          </button>
        </div>
        <p className="udt-secondary">{t(`script.about.${kind}`)}</p>
        {looks > 0 && (
          <p className="udt-secondary" role="note">
            {t("script.without_pictures", { count: looks, total: format.number(looks) })}
          </p>
        )}
        {/* What was recorded is at the end of the file. */}
        <pre
          key={kind}
          ref={(element) => element?.scrollTo(0, element.scrollHeight)}
          tabIndex={0}
          aria-label={file}
          data-literal
        >
          {content}
        </pre>
      </div>
    </Dialog>
  );
}
