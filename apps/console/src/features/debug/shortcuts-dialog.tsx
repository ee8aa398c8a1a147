import { Dialog } from "../../lib/form/dialog.tsx";
import { useT } from "../../lib/i18n/index.ts";
import { ShortcutList } from "../../lib/shortcuts/shortcut-list.tsx";
import { KEYBOARD_WORD } from "./input/phone-keyboard.ts";

const GROUPS = [
  {
    key: "mouse",
    rows: [
      ["drag", "drag"],
      ["wheel", "wheel"],
      ["ctrl_drag", "pinch"],
      ["right", "back"],
      ["middle", "home"],
      ["drop", "drop"],
    ],
  },
  {
    key: "keys",
    rows: [
      ["Esc", "back"],
      ["Alt+H", "home"],
      ["Alt+S", "recents"],
      ["Alt+M", "menu"],
      ["Alt+P", "power"],
      ["Alt+↑ ↓", "volume"],
      ["Alt+R", "rotate"],
      [KEYBOARD_WORD, "keyboard"],
    ],
  },
  {
    key: "text",
    rows: [
      ["Ctrl+C", "copy"],
      ["Ctrl+X", "cut"],
      ["Ctrl+V", "paste"],
      ["Ctrl+A Z … Tab Enter ⌫ ← →", "letters"],
    ],
  },
] as const;
const GESTURES = ["drag", "wheel", "ctrl_drag", "right", "middle", "drop"] as const;
type Gesture = (typeof GESTURES)[number];
const isGesture = (name: string): name is Gesture => (GESTURES as readonly string[]).includes(name);

/** What hands can do on the phone's screen, and on the page around it. */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT("debug");
  return (
    <Dialog open={open} onCancel={onClose} footer={null} title={t("shortcuts.title")} width={620}>
      <p className="udt-secondary">{t("shortcuts.focus")}</p>
      <div className="dbg-shortcuts">
        {GROUPS.map((group) => (
          <section key={group.key}>
            <h2>{t(`shortcuts.group.${group.key}`)}</h2>
            <dl>
              {group.rows.map(([how, what]) => (
                <div key={how}>
                  <dt>
                    <kbd>{isGesture(how) ? t(`shortcuts.gesture.${how}`) : how}</kbd>
                  </dt>
                  <dd>{t(`shortcuts.what.${what}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h2>{t("shortcuts.group.console")}</h2>
          <ShortcutList />
        </section>
      </div>
    </Dialog>
  );
}
