import { Button, type ButtonProps } from "antd";
import { useHref, useLinkClickHandler } from "react-router";

/** A button that leads to a screen: a real link, so that it opens in a new tab and reads as one. */
export function LinkButton({ to, ...props }: { to: string } & Omit<ButtonProps, "href" | "onClick">) {
  const go = useLinkClickHandler<HTMLElement>(to);
  return <Button {...props} href={useHref(to)} onClick={(event) => go(event as Parameters<typeof go>[0])} />;
}
