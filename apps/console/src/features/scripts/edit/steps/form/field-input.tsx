import { firstOf, isThing, itemSchemas, kindsOf, type Field, type Schema } from "@udt/low-code";
import { DeleteOutlined, PlusOutlined } from "@ant-design/icons";
import { Button, Segmented, Select } from "antd";
import { useId, type ReactNode } from "react";
import { useFormat } from "../../../../../lib/format/index.ts";
import { useT } from "../../../../../lib/i18n/index.ts";
import { saidLine } from "../../../../../lib/words/index.ts";
import { saidOrNot } from "../saying.ts";
import { wordOf } from "../sentence.ts";
import { PointButton } from "./point-button.tsx";
import { RecordInput } from "./record-input.tsx";
import type { FormRoom, Way } from "./room.ts";
import { kindOf, ValueInput } from "./values.tsx";

interface FieldProps extends Field {
  way: Way;
  value: unknown;
  room: FormRoom;
  /** What it is a field of. */
  holder: unknown;
}

/** A field with its label, and what is wrong with it. */
export function FieldInput(props: FieldProps) {
  const t = useT("steps");
  const id = useId();
  const { name, schemas, value, way, room, is_needed } = props;
  const kind = kindOf(schemas);
  const label = wordOf(t, "field", name);
  if (kind === "none") return null;
  const faults = kind === "thing" || kind === "list" ? [] : room.faultsAt(way);
  const onSet = (next: unknown) => room.set(way, next);
  const isWide = kind === "thing" || kind === "list" || kind === "record";
  return (
    <div className="steps-field" data-wide={isWide || undefined} data-kind={kind}>
      {kind !== "yes" && <label htmlFor={isWide ? undefined : id}>{label}</label>}
      <div className="steps-control">
        {isWide ? (
          <Wide {...props} kind={kind} label={label} />
        ) : name === "block" ? (
          <Select
            id={id}
            aria-label={label}
            size="small"
            status={faults.length > 0 ? "error" : ""}
            value={value === "" ? undefined : value}
            options={room.sections.flatMap((each) =>
              each.kind === "block" ? { value: each.name, label: each.name } : [],
            )}
            onChange={onSet}
          />
        ) : (
          <ValueInput {...{ id, label, name, schemas, is_needed, value, onSet }} isWrong={faults.length > 0} />
        )}
        {faults.slice(0, 1).map(({ said }) => (
          <small key={said.code} className="steps-fault" role="alert">
            {saidLine(said)}
          </small>
        ))}
      </div>
    </div>
  );
}

function Wide({ kind, label, ...props }: FieldProps & { kind: string; label: string }) {
  const t = useT("steps");
  const { schemas, value, way, room, is_needed, name, holder } = props;
  if (value === undefined)
    return (
      <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => room.set(way, firstOf(schemas))}>
        {t("form.add", { field: label })}
      </Button>
    );
  const remove = is_needed ? undefined : () => room.set(way, undefined);
  if (kind === "record") {
    const block = name === "with" && isThing(holder) ? holder["block"] : undefined;
    const called = room.sections.find((each) => each.kind === "block" && each.name === block)?.says["parameters"];
    return (
      <RecordInput
        label={label}
        value={isThing(value) ? value : {}}
        names={Array.isArray(called) ? called.map(String) : undefined}
        onSet={(next) => room.set(way, saidOrNot(next))}
      />
    );
  }
  if (kind === "list") return <ListInput {...props} label={label} />;
  return <ThingInput {...{ schemas, value, way, room, label, remove }} />;
}

/** Several things, such as what to fall back on. */
function ListInput({ schemas, value, way, room, label }: FieldProps & { label: string }) {
  const t = useT("steps");
  const format = useFormat();
  const [list] = schemas;
  const items = list ? itemSchemas(list) : [];
  const all: unknown[] = Array.isArray(value) ? value : [];
  const without = (at: number) => room.set(way, all.length === 1 ? undefined : all.toSpliced(at, 1));
  return (
    <div className="steps-list">
      {all.map((one, at) => (
        <ThingInput
          // eslint-disable-next-line react/no-array-index-key -- what a thing is has nothing but its place
          key={at}
          schemas={items}
          value={one}
          way={[...way, at]}
          room={room}
          label={`${label} ${format.number(at + 1)}`}
          remove={() => without(at)}
        />
      ))}
      {all.length < (list?.maxItems ?? Number.POSITIVE_INFINITY) && (
        <Button
          size="small"
          type="dashed"
          icon={<PlusOutlined />}
          onClick={() => room.set(way, [...all, firstOf(items)])}
        >
          {t("form.add", { field: label })}
        </Button>
      )}
    </div>
  );
}

interface ThingProps {
  schemas: readonly Schema[];
  value: unknown;
  way: Way;
  room: FormRoom;
  label: string;
  remove: (() => void) | undefined;
}

/** A thing with fields of its own: a locator of one kind or another, a place, a condition. */
function ThingInput({ schemas, value, way, room, label, remove }: ThingProps) {
  const t = useT("steps");
  const kinds = kindsOf(schemas, "by");
  const said = isThing(value) ? value : {};
  const kind = kinds.find((each) => each.kind === said["by"]);
  const schema = kind?.schema ?? schemas[0];
  const names = Object.keys(schema?.properties ?? {}).filter((name) => name !== "by");
  const isWord = (name: string) => schema?.required?.includes(name) ?? false;
  const shown = names.filter((name) => said[name] !== undefined || isWord(name) || names.length <= 5);
  /** Of a locator nothing is said yet: which words the format wants then is no news to who sees none of them. */
  const isUnsaid = kind?.kind === "ui" && names.every((name) => said[name] === undefined);
  const left = names.filter((name) => !shown.includes(name));
  const faults = room
    .faultsAt(way)
    .filter((fault) => !shown.some((name) => room.faultsAt([...way, name]).includes(fault)));
  return (
    <fieldset className="steps-thing" aria-label={label}>
      <div className="steps-thing-head">
        {kinds.length > 1 && (
          <Segmented
            size="small"
            aria-label={t("form.kind")}
            value={kind?.kind}
            options={kinds.map((each) => ({ value: each.kind, label: wordOf(t, "by", each.kind) }))}
            onChange={(next) =>
              room.set(way, firstOf(kinds.flatMap((each) => (each.kind === next ? each.schema : []))))
            }
          />
        )}
        {kinds.length > 0 && <PointButton way={way} room={room} />}
        <span className="edit-space" />
        {remove && (
          <button
            type="button"
            className="udt-icon-button"
            aria-label={t("form.remove", { field: label })}
            title={t("form.remove", { field: label })}
            onClick={remove}
          >
            <DeleteOutlined />
          </button>
        )}
      </div>
      <Fields {...{ schema, shown, said, way, room }} />
      {left.length > 0 && <AddField names={left} onAdd={(name) => addTo(room, [...way, name], schema, name)} />}
      {faults.slice(0, 1).map(({ said: fault }) => (
        <small key={fault.code} className="steps-fault" role="alert">
          {isUnsaid ? t("form.unsaid") : saidLine(fault)}
        </small>
      ))}
    </fieldset>
  );
}

function addTo(room: FormRoom, way: Way, schema: Schema | undefined, name: string): void {
  room.set(way, firstOf(fieldSchemas(schema, name)));
}

const fieldSchemas = (schema: Schema | undefined, name: string): Schema[] =>
  itemSchemas({ items: schema?.properties?.[name] ?? {} });

function Fields(props: {
  schema: Schema | undefined;
  shown: string[];
  said: Record<string, unknown>;
  way: Way;
  room: FormRoom;
}): ReactNode {
  const { schema, shown, said, way, room } = props;
  return shown.map((name) => (
    <FieldInput
      key={name}
      name={name}
      schemas={fieldSchemas(schema, name)}
      is_needed={schema?.required?.includes(name) ?? false}
      value={said[name]}
      way={[...way, name]}
      room={room}
      holder={said}
    />
  ));
}

/** One more word of a locator. */
function AddField({ names, onAdd }: { names: readonly string[]; onAdd: (name: string) => void }) {
  const t = useT("steps");
  return (
    <Select
      size="small"
      className="steps-add-field"
      aria-label={t("form.more")}
      placeholder={t("form.more")}
      value={null}
      options={names.map((name) => ({ value: name, label: wordOf(t, "field", name) }))}
      onChange={(name: string | null) => name !== null && onAdd(name)}
    />
  );
}
