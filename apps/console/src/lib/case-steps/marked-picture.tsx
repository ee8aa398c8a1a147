import type { CaseDetail } from "@udt/contract";

type Step = CaseDetail["steps"][number];
type Touched = Step["touched"];
type Places = NonNullable<Step["picture_places"]>;

interface Marked {
  url: string;
  alt: string;
  touched?: Touched;
  /** Where it is like a picture that was looked for. */
  places?: Places | undefined;
}

/** A picture of the screen, and on it where it was touched: a ring, or the way of a swipe to its end; and what is like a picture. */
export function MarkedPicture({ url, alt, touched, places = [] }: Marked) {
  return (
    <span className="udt-marked">
      <img src={url} alt={alt} loading="lazy" />
      {places.length > 0 && <PlaceMarks places={places} />}
      {touched && <Mark {...touched} />}
    </span>
  );
}

function PlaceMarks({ places }: { places: Places }) {
  const percent = (part: number) => `${part * 100}%`;
  return (
    <svg aria-hidden data-mark="places">
      {["ground", "line"].map((name) => (
        <g key={name} className={`udt-mark-${name}`}>
          {places.map(({ left, top, right, bottom }) => (
            <rect
              key={`${left} ${top}`}
              x={percent(left)}
              y={percent(top)}
              width={percent(right - left)}
              height={percent(bottom - top)}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

function Mark({ from, to }: NonNullable<Touched>) {
  const percent = (part: number) => `${part * 100}%`;
  const [x1, y1, x2, y2] = [from.x, from.y, to.x, to.y].map(percent);
  const isSwipe = x1 !== x2 || y1 !== y2;
  // Each twice, a lighter one below: it has to show on whatever the screen does.
  return (
    <svg aria-hidden data-mark={isSwipe ? "swipe" : "tap"}>
      {["ground", "line"].map((name) => (
        <g key={name} className={`udt-mark-${name}`}>
          {isSwipe && <line x1={x1} y1={y1} x2={x2} y2={y2} />}
          {isSwipe && <circle className="udt-mark-from" cx={x1} cy={y1} />}
          <circle cx={x2} cy={y2} />
        </g>
      ))}
    </svg>
  );
}
