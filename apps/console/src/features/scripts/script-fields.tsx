import { ApiError } from "@udt/client";
import { libraryRules, LIMITS, rules } from "@udt/contract";
import { Input } from "antd";
import { errorText } from "../../lib/errors/index.ts";
import { Field } from "../../lib/form/index.ts";
import { useT } from "../../lib/i18n/index.ts";
import { useRuleText } from "../../lib/rules/index.ts";

export interface ScriptValues {
  name: string;
  description: string;
}

const SCHEMAS = { name: libraryRules.libraryName, description: rules.description };

/** What is wrong with what a repository is called, by the rules and by what the server said of it. */
export function useScriptErrors(
  values: ScriptValues,
  tried: boolean,
  save: { error: unknown; variables: { [F in keyof ScriptValues]?: string | undefined } | undefined },
): (field: keyof ScriptValues, always?: boolean) => string | undefined {
  const { check, refused } = useRuleText();
  return (field, always = tried) => {
    const value = values[field];
    const broken = value === "" && !always ? undefined : check(SCHEMAS[field], value);
    if (broken !== undefined || save.variables?.[field] !== value) return broken;
    const code = save.error instanceof ApiError ? save.error.code : undefined;
    if (field === "name" && code === "script_name_exists") return errorText(save.error);
    return refused(save.error, field);
  };
}

/** What a repository is called, and what it is for. */
export function ScriptFields(props: {
  values: ScriptValues;
  errorOf: (field: keyof ScriptValues) => string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  onChange: (part: Partial<ScriptValues>) => void;
}) {
  const t = useT("scripts");
  const { values, errorOf, disabled = false, autoFocus = false, onChange } = props;
  return (
    <>
      <Field
        error={errorOf("name")}
        label={t("column.name")}
        render={(control) => (
          <Input
            {...control}
            autoFocus={autoFocus}
            value={values.name}
            onChange={(event) => onChange({ name: event.target.value })}
            name="name"
            autoComplete="off"
            maxLength={LIMITS.name_max * 4}
            disabled={disabled}
          />
        )}
      />
      <Field
        label={t("description")}
        error={errorOf("description")}
        render={(control) => (
          <Input.TextArea
            {...control}
            name="description"
            rows={2}
            disabled={disabled}
            value={values.description}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        )}
      />
    </>
  );
}
