import { lineIcons } from "./line-icon.tsx";

/** A few line icons for places that must not load an icon library (sign-in, states). */
const icon = lineIcons({ size: 16, grid: 16, stroke: 1.4 });

export const CopyIcon = icon(
  <>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 5.5v-2a1 1 0 0 0-1-1h-6a1 1 0 0 0-1 1v6a1 1 0 0 0 1 1h2" />
  </>,
);
export const CheckIcon = icon(<path d="m3 8.5 3.2 3.2L13 4.8" />);
export const CloseIcon = icon(<path d="m4 4 8 8m0-8-8 8" />);
export const SunIcon = icon(
  <>
    <circle cx="8" cy="8" r="2.8" />
    <path d="M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9" />
  </>,
);
export const MoonIcon = icon(<path d="M13.5 9.6A5.8 5.8 0 0 1 6.4 2.5a5.8 5.8 0 1 0 7.1 7.1Z" />);
export const SystemThemeIcon = icon(
  <>
    <circle cx="8" cy="8" r="5.8" />
    <path d="M8 2.2v11.6A5.8 5.8 0 0 0 8 2.2Z" fill="currentColor" />
  </>,
);
export const EyeIcon = icon(
  <>
    <path d="M1.5 8S3.8 3.5 8 3.5 14.5 8 14.5 8 12.2 12.5 8 12.5 1.5 8 1.5 8Z" />
    <circle cx="8" cy="8" r="1.9" />
  </>,
);
export const EyeOffIcon = icon(
  <>
    <path d="M6.4 3.7A6 6 0 0 1 8 3.5C12.2 3.5 14.5 8 14.5 8a11 11 0 0 1-1.7 2.3M4 4.8A10.6 10.6 0 0 0 1.5 8S3.8 12.5 8 12.5a6 6 0 0 0 3.4-1" />
    <path d="m2.5 2.5 11 11" />
  </>,
);
export const PhoneIcon = icon(
  <>
    <rect x="4" y="1.5" width="8" height="13" rx="1.8" />
    <path d="M7 12.3h2" />
  </>,
);
