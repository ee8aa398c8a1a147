import { Link } from "react-router";
import "../../lib/components/panel.css";

interface DeviceBar {
  device: { device_id: string; model: string; serial: string };
  /** How long its bar is, from 0 to 1. */
  share: number;
  value: string;
  note: string | undefined;
  /** Where more of it is; undefined where that is in no one project. */
  to?: string | undefined;
}

/** Devices one below the other, each with a bar and what that stands for. */
export function DeviceBars(props: { title: string; note: string; none: string; bars: readonly DeviceBar[] }) {
  return (
    <section className="udt-card udt-panel">
      <header>
        <h2>{props.title}</h2>
        <span className="udt-secondary">{props.note}</span>
      </header>
      {props.bars.length === 0 && <p className="overview-none">{props.none}</p>}
      <ul>
        {props.bars.map(({ device, share, value, note, to }) => (
          <li key={device.device_id}>
            <span className="overview-name">
              {to === undefined ? (
                <b className="udt-ellipsis">{device.model || device.serial}</b>
              ) : (
                <Link to={to}>{device.model || device.serial}</Link>
              )}
              <small className="udt-mono udt-ellipsis" data-literal>
                {device.serial}
              </small>
            </span>
            <span className="overview-bar" aria-hidden>
              <i style={{ width: `${share * 100}%` }} />
            </span>
            <span className="overview-value udt-num">
              {value}
              {note !== undefined && <small>{note}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
