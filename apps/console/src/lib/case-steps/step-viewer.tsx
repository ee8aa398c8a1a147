import { LeftOutlined, RightOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useFormat } from "../format/index.ts";
import { Dialog } from "../form/dialog.tsx";
import { useT } from "../i18n/index.ts";
import { useShortcut } from "../shortcuts/shortcuts.ts";
import { MarkedPicture } from "./marked-picture.tsx";
import { StepLook, StepMark } from "./step-look.tsx";
import { type Pictured, placesOf, type ViewerProps } from "./pictured.ts";

/** A step's pictures as large as there is room for, and the way to those of the next. */
export function StepViewer({ list, at, onGo, onClose }: ViewerProps) {
  const t = useT("case-steps");
  const format = useFormat();
  const go = (to: number) => to >= 0 && to < list.length && onGo(to);
  useShortcut("ArrowLeft", t("previous"), () => go(at - 1));
  useShortcut("ArrowRight", t("next"), () => go(at + 1));
  const one = list[at];
  if (!one) return null;
  const { step, number, before, after } = one;
  const places = placesOf(one);
  return (
    <Dialog
      title={t("step", { number: format.number(number) })}
      width="min(1100px, 94vw)"
      footer={null}
      onCancel={onClose}
    >
      <div className="udt-step-viewer" data-tone={step.ok ? "good" : "bad"}>
        <div className="udt-step-viewer-head">
          <StepMark step={step} />
          <b data-literal>{step.name}</b>
          <Button
            icon={<LeftOutlined />}
            disabled={at === 0}
            aria-label={t("previous")}
            title={t("previous")}
            onClick={() => go(at - 1)}
          />
          <Button
            icon={<RightOutlined />}
            disabled={at === list.length - 1}
            aria-label={t("next")}
            title={t("next")}
            onClick={() => go(at + 1)}
          />
        </div>
        <div data-literal>
          <StepLook step={step} />
        </div>
        <div className="udt-step-large">
          {before !== undefined && (
            <Large
              url={before}
              title={t(before === after ? "unchanged" : "before")}
              step={step}
              touched={step.touched}
              places={places.before}
            />
          )}
          {after !== undefined && after !== before && (
            <Large url={after} title={t("after")} step={step} places={places.after} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

type Step = Pictured["step"];

function Large(props: {
  url: string;
  title: string;
  step: Step;
  touched?: Step["touched"];
  places?: Step["picture_places"];
}) {
  const { url, title, step, touched, places } = props;
  return (
    <figure>
      <figcaption className="udt-secondary">{title}</figcaption>
      <a href={url} target="_blank" rel="noreferrer">
        <MarkedPicture url={url} alt={`${title}: ${step.name}`} touched={touched} places={places} />
      </a>
    </figure>
  );
}
