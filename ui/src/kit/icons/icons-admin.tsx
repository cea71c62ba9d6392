// Icons of the staff desks.
import { Icon, type IconProps } from "./Icon";

export function DashboardIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 4.5h6v6h-6z" />
      <path d="M13.5 4.5h6v6h-6z" />
      <path d="M4.5 13.5h6v6h-6z" />
      <path data-petal="" d="M16.5 13c2.3 2 2.3 5 0 7-2.3-2-2.3-5 0-7Z" />
    </Icon>
  );
}

export function MembersIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M9 5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 0 1 0-7Z" />
      <path d="M2.8 19c.6-3 3-4.6 6.2-4.6s5.6 1.6 6.2 4.6" />
      <path d="M15.5 5.4a3.3 3.3 0 0 1 0 6.2" />
      <path d="M17.5 14.7c2 .6 3.3 2 3.7 4.3" />
    </Icon>
  );
}

export function ArticlesIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 5h13v14H5.5A1.5 1.5 0 0 1 4 17.5V5Z" />
      <path d="M17 9h3v8.5a1.5 1.5 0 0 1-3 0" />
      <path d="M7 9h7" />
      <path d="M7 12.5h7" />
      <path d="M7 16h4" />
    </Icon>
  );
}

export function SettlementIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 4.5h14v15l-2.3-1.5-2.4 1.5-2.3-1.5-2.3 1.5L7.3 18 5 19.5v-15Z" />
      <path d="M8.5 9h7" />
      <path d="M8.5 13h4.5" />
    </Icon>
  );
}

export function PartnersIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 10v9.5h14V10" />
      <path d="M3.5 9.5 5.5 4.5h13l2 5a2.8 2.8 0 0 1-5.6 0 2.8 2.8 0 0 1-5.8 0 2.8 2.8 0 0 1-5.6 0Z" />
      <path data-petal="" d="M12 13.5c1.5 1.3 1.5 3 1.5 6h-3c0-3 0-4.7 1.5-6Z" />
    </Icon>
  );
}

export function CampaignIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 4h6v6H4z" />
      <path d="M14 4h6v6h-6z" />
      <path d="M4 14h6v6H4z" />
      <path data-petal="" d="M14 14h2.5v2.5H14z" />
      <path data-petal="" d="M17.5 17.5H20V20h-2.5z" />
      <path data-petal="" d="M6.2 6.2h1.6v1.6H6.2z" />
      <path data-petal="" d="M16.2 6.2h1.6v1.6h-1.6z" />
      <path data-petal="" d="M6.2 16.2h1.6v1.6H6.2z" />
    </Icon>
  );
}

export function AuditIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8.5 6.5H20" />
      <path d="M8.5 12H20" />
      <path d="M8.5 17.5H20" />
      <path data-petal="" d="M4.5 5.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z" />
      <path data-petal="" d="M4.5 10.8a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z" />
      <path data-petal="" d="M4.5 16.3a1.2 1.2 0 1 1 0 2.4 1.2 1.2 0 0 1 0-2.4Z" />
    </Icon>
  );
}

export function PulseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 12.5h4l2.5-6.5 4 12 2.5-5.5h4" />
    </Icon>
  );
}

export function DownIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 9.5l7 7 7-7" />
    </Icon>
  );
}

export function UpIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 14.5l7-7 7 7" />
    </Icon>
  );
}

export function BinIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 7h15" />
      <path d="M9 7V4.5h6V7" />
      <path d="M6.5 7l.8 12.5h9.4L17.5 7" />
      <path d="M10 10.5v5.5" />
      <path d="M14 10.5v5.5" />
    </Icon>
  );
}

export function HeadingIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 5v14" />
      <path d="M12 5v14" />
      <path d="M4 12h8" />
      <path d="M16 10.5c.3-1.2 1.2-2 2.4-2 1.4 0 2.4.9 2.4 2.2 0 2.3-4.8 4.3-4.8 8h5" />
    </Icon>
  );
}

export function BoldIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7 4.5h5.5a3.5 3.5 0 0 1 0 7H7v-7Z" />
      <path d="M7 11.5h6.5a4 4 0 0 1 0 8H7v-8Z" />
    </Icon>
  );
}

export function ItalicIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10 4.5h7" />
      <path d="M7 19.5h7" />
      <path d="M14 4.5l-4 15" />
    </Icon>
  );
}

export function ListIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M9 6.5h11" />
      <path d="M9 12h11" />
      <path d="M9 17.5h11" />
      <path d="M4.5 6.5h.01" />
      <path d="M4.5 12h.01" />
      <path d="M4.5 17.5h.01" />
    </Icon>
  );
}

export function QuoteIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 7h5v5c0 3-1.5 4.5-4 5" />
      <path d="M14 7h5v5c0 3-1.5 4.5-4 5" />
    </Icon>
  );
}

export function LinkIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2" />
      <path d="M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1.2-1.2" />
    </Icon>
  );
}

export function ImageIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 5h16v14H4z" />
      <path d="M4 16l5-5 4 4 2.5-2.5L20 17" />
      <path data-petal="" d="M15.5 8a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6Z" />
    </Icon>
  );
}

export function UndoIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8.5 5 4.5 9l4 4" />
      <path d="M4.5 9h9a5.5 5.5 0 0 1 0 11H9" />
    </Icon>
  );
}

export function RedoIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M15.5 5l4 4-4 4" />
      <path d="M19.5 9h-9a5.5 5.5 0 0 0 0 11H15" />
    </Icon>
  );
}

export function NumberedListIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10 6.5h10" />
      <path d="M10 12h10" />
      <path d="M10 17.5h10" />
      <path d="M4 5.5 5.5 4.5v4" />
      <path d="M4 15.6c.3-.9 2.4-1 2.4.4 0 1.2-2.4 1.7-2.4 3h2.6" />
    </Icon>
  );
}

export function DownloadIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 4v11" />
      <path d="M7.5 11 12 15.5 16.5 11" />
      <path d="M4.5 19.5h15" />
    </Icon>
  );
}

export function UploadIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 15.5V4.5" />
      <path d="M7.5 8.5 12 4l4.5 4.5" />
      <path d="M4.5 19.5h15" />
    </Icon>
  );
}

export function SearchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13Z" />
      <path d="M15.3 15.3 20.5 20.5" />
    </Icon>
  );
}

export function PrintIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7 9V4h10v5" />
      <path d="M7 17H4V9h16v8h-3" />
      <path d="M7 14h10v6H7z" />
    </Icon>
  );
}

export function FilterIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 6h16" />
      <path d="M7 12h10" />
      <path d="M10 18h4" />
    </Icon>
  );
}

export function PlusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 5v14" />
      <path d="M5 12h14" />
    </Icon>
  );
}

export function MinusIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 12h14" />
    </Icon>
  );
}
