import { Input, type InputProps } from "antd";

/** What people leave out, completed: `8:30` is `08:30`. */
const wholeTime = (typed: string): string => {
  const time = typed.trim().replace("：", ":");
  return /^\d:\d\d$/.test(time) ? `0${time}` : time;
};

/**
 * A time of day, in the 24 hours that every page tells times in. The browser's own field would speak the browser's language,
 * and ask for morning or afternoon.
 */
export function TimeInput({ onChange, ...props }: Omit<InputProps, "onChange"> & { onChange: (time: string) => void }) {
  return (
    <Input
      {...props}
      autoComplete="off"
      placeholder="08:30"
      maxLength={5}
      onChange={(event) => onChange(event.target.value)}
      onBlur={(event) => onChange(wholeTime(event.target.value))}
    />
  );
}
