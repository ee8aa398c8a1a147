import { Drawer } from "antd";
import type { ReactNode } from "react";
import { ErrorState, SkeletonBar } from "./page-states.tsx";

interface ReadDrawerProps<Data> {
  isOpen: boolean;
  size: number;
  read: { data: Data | undefined; isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  title: ReactNode;
  /** What can be done with it, beside the title. */
  extra?: ReactNode;
  /** That it could not be read. */
  error: string;
  onClose: () => void;
  render: (data: Data) => ReactNode;
}

/** One thing of a list in full, in a drawer beside it; it is read by itself. */
export function ReadDrawer<Data>(props: ReadDrawerProps<Data>) {
  const { read } = props;
  return (
    <Drawer open={props.isOpen} size={props.size} title={props.title} extra={props.extra} onClose={props.onClose}>
      {read.isPending && <SkeletonBar width="70%" />}
      {read.isError && read.data === undefined && (
        <ErrorState title={props.error} error={read.error} onRetry={() => void read.refetch()} />
      )}
      {read.data !== undefined && props.render(read.data)}
    </Drawer>
  );
}
