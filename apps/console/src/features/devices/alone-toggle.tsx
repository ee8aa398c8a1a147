/** A filter that is on or off. It stands by itself: it and the switch of pictures beside it are no choice between the two. */
export function AloneToggle(props: { label: string; isOn: boolean; onChange: (value: "1" | undefined) => void }) {
  const { label, isOn, onChange } = props;
  return (
    <span>
      <button type="button" className="udt-filter" aria-pressed={isOn} onClick={() => onChange(isOn ? undefined : "1")}>
        {label}
      </button>
    </span>
  );
}
