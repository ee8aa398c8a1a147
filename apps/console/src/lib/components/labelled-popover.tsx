import { Popover, type PopoverProps } from "antd";
import type { ReactNode } from "react";

interface LabelledPopoverProps extends Omit<PopoverProps, "content" | "title"> {
  /** What is in it, for whoever goes from landmark to landmark. */
  label: string;
  /** The label stands above the content as well. */
  titled?: boolean;
  content: ReactNode;
}

/** A popover that is a landmark: it hangs at the end of the document, outside all that the page is made of. */
export function LabelledPopover({ label, titled = false, content, ...rest }: LabelledPopoverProps) {
  const section = (
    <section aria-label={label}>
      {titled && <div className="ant-popover-title">{label}</div>}
      {content}
    </section>
  );
  return <Popover {...rest} content={section} />;
}
