import { LIMITS, type ModelNames } from "@udt/contract";
import type { Model } from "@udt/contract/endpoints/models";
import { Button, Input } from "antd";
import { Field, FormDrawer } from "../../lib/form/index.ts";
import { useFormat } from "../../lib/format/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { TYPED_FACTS, typedOf, type TypedFact } from "./model-facts.ts";
import { ModelPictureField } from "./model-picture-field.tsx";
import { nameOf, ownWords } from "./model-row.tsx";
import { draftOf, useModelForm } from "./use-model-form.ts";

const LANGUAGES = ["zh", "en", "ja"] as const satisfies readonly (keyof ModelNames)[];

/** Changes what a model is called and what it has; what is not said is what its devices say. */
export function ModelForm({ model, onClose }: { model: Model; onClose: () => void }) {
  const t = useT("models");
  const format = useFormat();
  const form = useModelForm(model, onClose);
  const told = typedOf(model.told);
  const count = { count: model.device_count, shown: format.number(model.device_count) };
  const faultOf = (name: TypedFact) => {
    if (!form.faults.has(name)) return undefined;
    if (name === "cpu_cores") return t("fault.cores");
    return t(name === "memory_gb" ? "fault.memory" : "fault.pixels");
  };
  const hint = (name: TypedFact) => {
    if (told[name] === "") return t(form.draft.typed[name] === "" ? "fact.unknown" : "fact.edited_unknown");
    return form.draft.typed[name].trim() === "" ? t("fact.told") : t("fact.edited", { told: told[name] });
  };
  return (
    <FormDrawer
      title={nameOf(model)}
      size={560}
      dirty={form.dirty}
      save={form.save}
      disabled={!form.dirty || form.faults.size > 0}
      onSubmit={form.submit}
      onClose={onClose}
    >
      <div className="models-head">
        <ModelPictureField model={model} />
        <div>
          <p data-literal>{ownWords(model)}</p>
          <p className="udt-secondary">{t("devices", count)}</p>
          {model.user_name !== null && (
            <p className="udt-secondary">
              {t("changed", { user: model.user_name, time: format.exact(model.updated_at) })}
            </p>
          )}
        </div>
      </div>
      {form.theirs && <Theirs theirs={form.theirs} mine={form.draft} onTake={form.takeTheirs} onKeep={form.keepMine} />}
      <fieldset className="models-part">
        <legend>{t("names.title")}</legend>
        <p className="udt-secondary">{t("names.text")}</p>
        <div className="models-names">
          {LANGUAGES.map((language) => {
            const { onChange, ...name } = form.name(language);
            return (
              <Field
                key={language}
                label={t(`names.${language}`)}
                render={(control) => (
                  <Input
                    {...control}
                    {...name}
                    lang={language}
                    autoComplete="off"
                    placeholder={model.model}
                    onChange={({ target }) => onChange(target.value)}
                  />
                )}
              />
            );
          })}
        </div>
      </fieldset>
      <fieldset className="models-part">
        <legend>{t("facts.title")}</legend>
        <p className="udt-secondary">{t("facts.text")}</p>
        <div className="models-facts">
          {TYPED_FACTS.map((name) => {
            const { onChange, value } = form.fact(name);
            return (
              <Field
                key={name}
                label={t(`facts.${name}`)}
                hint={hint(name)}
                error={faultOf(name)}
                render={(control) => (
                  <Input
                    {...control}
                    value={value}
                    autoComplete="off"
                    maxLength={LIMITS.model_text_max}
                    data-edited={value.trim() !== "" || undefined}
                    placeholder={told[name]}
                    onChange={({ target }) => onChange(target.value)}
                  />
                )}
              />
            );
          })}
        </div>
      </fieldset>
    </FormDrawer>
  );
}

/** What somebody else saved meanwhile, where it differs, and whose is to hold. Nothing is lost until that is said. */
function Theirs(props: { theirs: Model; mine: ReturnType<typeof draftOf>; onTake: () => void; onKeep: () => void }) {
  const t = useT("models");
  const { theirs, mine } = props;
  const draft = draftOf(theirs);
  const names = LANGUAGES.map((name) => [t(`names.${name}`), draft.names[name], mine.names[name]] as const);
  const facts = TYPED_FACTS.map((name) => [t(`facts.${name}`), draft.typed[name], mine.typed[name]] as const);
  const differing = [...names, ...facts].filter(([, their, own]) => their !== own);
  return (
    <section className="models-theirs" role="alert">
      <p>{t("theirs.text", { user: theirs.user_name ?? "" })}</p>
      <dl className="udt-facts">
        {differing.map(([label, their]) => (
          <Pair key={label} label={label} value={their || t("theirs.nothing")} />
        ))}
      </dl>
      <div>
        <Button onClick={props.onTake}>{t("theirs.take")}</Button>
        <Button type="primary" onClick={props.onKeep}>
          {t("theirs.keep")}
        </Button>
      </div>
    </section>
  );
}

function Pair({ label, value }: { label: string; value: string }) {
  return (
    <>
      <dt>{label}</dt>
      <dd data-literal>{value}</dd>
    </>
  );
}
