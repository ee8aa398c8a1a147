import { lineIcons } from "../../lib/components/line-icon.tsx";

/** Line icons of the page. */
const icon = lineIcons({ size: 18, grid: 20, stroke: 1.5 });

export const BackIcon = icon(<path d="M14 4 5.5 10l8.5 6Z" />);
export const HomeIcon = icon(<circle cx="10" cy="10" r="6" />);
export const RecentsIcon = icon(<rect x="4.5" y="4.5" width="11" height="11" rx="1.5" />);
export const PowerIcon = icon(<path d="M10 3v6.5M6.2 5.4a6.3 6.3 0 1 0 7.6 0" />);
export const VolumeUpIcon = icon(<path d="M3 8v4h2.6L9.5 15V5L5.6 8ZM13 10h5m-2.5-2.5v5" />);
export const VolumeDownIcon = icon(<path d="M3 8v4h2.6L9.5 15V5L5.6 8ZM13 10h5" />);
export const SoundIcon = icon(
  <path d="M3 8v4h2.6L9.5 15V5L5.6 8ZM12.5 7.5a3.6 3.6 0 0 1 0 5M14.8 5.3a6.8 6.8 0 0 1 0 9.4" />,
);
export const MutedIcon = icon(<path d="M3 8v4h2.6L9.5 15V5L5.6 8ZM13 8l4 4m0-4-4 4" />);
export const RotateIcon = icon(
  <>
    <rect x="3" y="8" width="8" height="9" rx="1.5" />
    <path d="M8 4.5a6 6 0 0 1 8.5 6M6 4.5h2.2V2.3M18.5 8.8l-2 1.9-1.8-2" />
  </>,
);
export const FoldIcon = icon(<path d="m10 4-5.5-1v13L10 17V4Zm0 0 5.5-1v13L10 17" />);
export const DarkPanelIcon = icon(
  <>
    <rect x="5.5" y="2.5" width="9" height="15" rx="1.8" />
    <path d="M12 7.5a3 3 0 1 0 .6 4.4A3.6 3.6 0 0 1 12 7.5Z" />
  </>,
);
export const CameraIcon = icon(
  <>
    <path d="M3 6.5h3L7.5 4.5h5L14 6.5h3v9.5H3Z" />
    <circle cx="10" cy="11" r="2.8" />
  </>,
);
export const MemoryIcon = icon(
  <path d="M4 6h12v8H4ZM7 6V3.5M10 6V3.5M13 6V3.5M7 16.5V14M10 16.5V14M13 16.5V14M7.5 9h5v2.5h-5Z" />,
);
export const InspectIcon = icon(<path d="M3 7V3h4M13 3h4v4M17 13v4M3 13v4h4M9 9l8 3-3.4 1.6L12 17Z" />);
export const MoreIcon = icon(
  <g fill="currentColor" stroke="none">
    <circle cx="4.5" cy="10" r="1.5" />
    <circle cx="10" cy="10" r="1.5" />
    <circle cx="15.5" cy="10" r="1.5" />
  </g>,
);
export const KeyboardIcon = icon(
  <>
    <rect x="2" y="5" width="16" height="10" rx="1.8" />
    <path d="M5 8h.01M8 8h.01M11 8h.01M14.5 8h.01M6.5 12h7" />
  </>,
);
export const HelpIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M7.8 8a2.3 2.3 0 1 1 3.4 2c-.8.4-1.2.9-1.2 1.8M10 14.2v.1" />
  </>,
);
/** Opens a page of its own. */
export const OpenIcon = icon(<path d="M8 4H4v12h12v-4M11 3.5h5.5V9M16 4 9 11" />);
export const LeaveIcon = icon(<path d="M9.5 4 3.5 10l6 6M3.8 10H17" />);
export const EyeIcon = icon(
  <>
    <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
    <circle cx="10" cy="10" r="2.4" />
  </>,
);
export const UploadIcon = icon(<path d="M10 13V3.5m0 0L6.2 7.3M10 3.5l3.8 3.8M3.5 13v3.5h13V13" />);
export const DownloadIcon = icon(<path d="M10 3.5V13m0 0L6.2 9.2M10 13l3.8-3.8M3.5 13v3.5h13V13" />);
export const RecordIcon = icon(
  <>
    <circle cx="10" cy="10" r="7" />
    <circle cx="10" cy="10" r="3.6" fill="currentColor" stroke="none" />
  </>,
);
export const SaveRecentIcon = icon(<path d="M4.2 7A7 7 0 1 1 3 10.5M3.6 3.2v4h4M10 6.2V10l2.8 2" />);
export const PlayIcon = icon(<path d="M6 4v12l9.5-6Z" />);
export const StopIcon = icon(<rect x="5" y="5" width="10" height="10" rx="1.5" />);
export const EraseIcon = icon(<path d="m7 16-4-4 8.5-8.5 5 5L9 16H7Zm0 0h9M7.5 7.5l5 5" />);
export const TrashIcon = icon(<path d="M3.5 5.5h13M8 5.5v-2h4v2M5.2 5.5l.8 11h8l.8-11M8.3 8.5v5M11.7 8.5v5" />);
export const CloseIcon = icon(<path d="m5 5 10 10m0-10L5 15" />);
export const RetryIcon = icon(<path d="M16 6.5A7 7 0 1 0 17 10M16.5 3v4h-4" />);
export const PackageIcon = icon(<path d="m10 2.5 7 3.5v8l-7 3.5L3 14V6Zm0 7.5L3.2 6.2M10 10l6.8-3.8M10 10v7.4" />);
export const FolderIcon = icon(
  <path d="M2.5 5.5a1 1 0 0 1 1-1h4l2 2h7a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1Z" />,
);
export const FolderPlusIcon = icon(
  <path d="M2.5 5.5a1 1 0 0 1 1-1h4l2 2h7a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1ZM10 9v5m-2.5-2.5h5" />,
);
export const FolderUpIcon = icon(
  <path d="M2.5 5.5a1 1 0 0 1 1-1h4l2 2h7a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1ZM10 14V9m-2 2 2-2 2 2" />,
);
export const FileIcon = icon(<path d="M5 2.5h6.5L15.5 6.5v11H5Zm6.5 0v4h4" />);
export const LinkIcon = icon(
  <path d="M8.5 11.5a3 3 0 0 0 4.2 0l3-3a3 3 0 0 0-4.2-4.2l-1 1m1 3.2a3 3 0 0 0-4.2 0l-3 3a3 3 0 0 0 4.2 4.2l1-1" />,
);
export const PencilIcon = icon(<path d="m4 16 .8-3.5L13 4.3l2.7 2.7-8.2 8.2Zm7.5-10.2 2.7 2.7" />);
export const ChartIcon = icon(<path d="M3 3v14h14M5.5 13l3-4.5 3 2.5 4.5-6" />);
