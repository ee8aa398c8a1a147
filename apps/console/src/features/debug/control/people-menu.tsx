import { useState, type CSSProperties, type KeyboardEvent } from "react";
import { useT } from "../../../lib/i18n/index.ts";
import { initials } from "../../../lib/components/initials.ts";
import { LabelledPopover } from "../../../lib/components/labelled-popover.tsx";
import { Dialog } from "../../../lib/form/dialog.tsx";
import { lateComponent } from "../../../lib/late/late-component.tsx";
import { useUser } from "../../../lib/session/index.ts";
import { useSession } from "../session.tsx";
import { hueOf, peopleOf, watchersOf, type Person } from "./people.ts";
import { useControl } from "./use-control.ts";
import "./control.css";

const WatchLinksDialog = lateComponent(
  async () => (await import("./watch-links-dialog.tsx")).WatchLinksDialog,
  ({ open, onClose }, waiting) =>
    waiting && (
      <Dialog open={open} footer={null} onCancel={onClose}>
        {waiting}
      </Dialog>
    ),
);

const SHOWN = 4;

/** Who is here and what each may do, in one place: for who holds the session also where control goes. */
export function People() {
  const t = useT("control");
  const user = useUser();
  const { test, isHolder, isWatched } = useSession();
  const [open, setOpen] = useState(false);
  /** Unknown until the links are first asked for: their code comes with that. */
  const [linking, setLinking] = useState<boolean>();
  const people = peopleOf(test, user.user_id);
  const shown = people.filter(({ isHere, part }) => isHere || part === "drives");
  const gives = isHolder && !isWatched && test.state !== "ended";
  if (test.state === "ended" || shown.length === 0) return null;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "Escape") setOpen(false);
  };
  const list = (
    <div className="dbg-people-list" onKeyDown={onKeyDown}>
      <ul>
        {people.map((person) => (
          <PersonRow key={person.user_id} person={person} gives={gives} />
        ))}
      </ul>
      {gives && people.length === 1 && <p className="udt-secondary">{t("nobody_else")}</p>}
      {gives && (
        <button
          type="button"
          className="udt-button"
          onClick={() => {
            setOpen(false);
            setLinking(true);
          }}
        >
          {t("links.open")}
        </button>
      )}
    </div>
  );
  return (
    <>
      <LabelledPopover
        trigger="click"
        placement="bottomRight"
        open={open}
        onOpenChange={setOpen}
        label={t("title")}
        titled
        content={list}
      >
        <button type="button" className="dbg-people" aria-expanded={open} onKeyDown={onKeyDown}>
          {/* A label would stand in the place of who they are. */}
          <span className="udt-hidden">{t("open")}</span>
          {shown.slice(0, SHOWN).map((person) => (
            <PersonMark key={person.user_id} person={person} />
          ))}
          {shown.length > SHOWN && <span className="dbg-avatar">+{shown.length - SHOWN}</span>}
          <Words people={people} />
        </button>
      </LabelledPopover>
      {gives && linking !== undefined && <WatchLinksDialog open={linking} onClose={() => setLinking(false)} />}
    </>
  );
}

function PersonMark({ person }: { person: Person }) {
  const t = useT("control");
  const { user_id, user_name, part } = person;
  const label = t(`is.${part}`, { name: user_name });
  return (
    <span
      className="dbg-avatar"
      role="img"
      aria-label={label}
      title={label}
      data-part={part}
      style={{ "--person": `hsl(${hueOf(user_id)} 62% 28%)` } as CSSProperties}
    >
      {initials(user_name)}
    </span>
  );
}

/** The rest in words: who watches, or who drives when that is somebody else. */
function Words({ people }: { people: readonly Person[] }) {
  const t = useT("control");
  const instead = people.find((person) => person.instead);
  const others = watchersOf(people);
  const [first] = others;
  const words = instead
    ? instead.isYou
      ? t("you_instead")
      : t("instead", { name: instead.user_name })
    : first && others.length === 1
      ? t("watcher", { name: first.user_name })
      : others.length > 1
        ? t("watching", { count: others.length })
        : "";
  return words ? (
    <span className="udt-secondary udt-lines dbg-viewer-words" data-instead={instead && true} title={words}>
      {words}
    </span>
  ) : null;
}

function PersonRow({ person, gives }: { person: Person; gives: boolean }) {
  const t = useT("control");
  const { test } = useSession();
  const { user_id, user_name, isYou, isHolder, instead, part } = person;
  const { give, takeFrom, takeBack, leave } = useControl();
  const isBusy = [give, takeFrom, takeBack, leave].some(({ isPending }) => isPending);
  const act = (words: string, run: () => void) => (
    <button type="button" className="dbg-link" disabled={isBusy} onClick={run}>
      {words}
    </button>
  );
  const isGiven = part === "drives" && (!isHolder || instead);
  const isPrograms = isHolder && test.key_name !== null;
  // An administrator who looks, and who has what a program drives in their name.
  const mayTake = gives && isYou && !instead && (!isHolder || (isPrograms && part === "drives"));
  const givesTo = gives && !isHolder && !isYou;
  return (
    <li aria-label={user_name}>
      <PersonMark person={person} />
      <span className="dbg-person">
        <strong className="udt-ellipsis">{isYou ? t("you", { name: user_name }) : user_name}</strong>
        <small className="udt-secondary">{isHolder ? t(`holder.${part}`) : t(`part.${part}`)}</small>
      </span>
      <span className="dbg-person-acts">
        {mayTake && act(t(isPrograms ? "take_over" : "take"), () => give.mutate({ user_id, instead: true }))}
        {gives && isHolder && part === "watches" && act(t("take_back"), () => takeBack.mutate())}
        {givesTo && (!isGiven || instead) && act(t("share"), () => give.mutate({ user_id, instead: false }))}
        {givesTo && !instead && act(t("hand_over"), () => give.mutate({ user_id, instead: true }))}
        {givesTo && isGiven && act(t("take_back"), () => takeFrom.mutate(user_id))}
        {isYou && isGiven && act(t("leave"), () => leave.mutate())}
      </span>
    </li>
  );
}
