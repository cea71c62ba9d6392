// Icons of the member screens. Apart from the basic ones so that the first load does not carry them.
import { Icon, type IconProps } from "./Icon";

export function PhoneIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1Z" />
      <path d="M10.8 17.5h2.4" />
    </Icon>
  );
}

export function CouponIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 6.5h17v3.7a1.9 1.9 0 0 0 0 3.6v3.7h-17v-3.7a1.9 1.9 0 0 0 0-3.6V6.5Z" />
      <path d="M14.5 7v1.5" />
      <path d="M14.5 11.2v1.6" />
      <path d="M14.5 15.5V17" />
      <path data-petal="" d="M9 9.3c1.7 1.5 1.7 3.9 0 5.4-1.7-1.5-1.7-3.9 0-5.4Z" />
    </Icon>
  );
}

export function ArrowInIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M17 7 7 17" />
      <path d="M15 17H7V9" />
    </Icon>
  );
}

export function ArrowOutIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M7 17 17 7" />
      <path d="M9 7h8v8" />
    </Icon>
  );
}

export function ShieldIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 3.5 19 6v5.5c0 4.2-2.7 7.2-7 9-4.3-1.8-7-4.8-7-9V6l7-2.5Z" />
      <path data-petal="" d="M12 8.2c2 1.7 2 4.3 0 6-2-1.7-2-4.3 0-6Z" />
    </Icon>
  );
}

export function OpenIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M13.5 4H20v6.5" />
      <path d="M20 4l-9 9" />
      <path d="M17.5 14v4.5a1.5 1.5 0 0 1-1.5 1.5H5.5A1.5 1.5 0 0 1 4 18.5V8a1.5 1.5 0 0 1 1.5-1.5H10" />
    </Icon>
  );
}

export function TransferIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 8.5h14" />
      <path d="M14.5 5 18 8.5 14.5 12" />
      <path d="M20 15.5H6" />
      <path d="M9.5 12 6 15.5 9.5 19" />
    </Icon>
  );
}

export function EditIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 19l.8-4L15.5 5.3a1.6 1.6 0 0 1 2.3 0l.9.9a1.6 1.6 0 0 1 0 2.3L9 18.2 5 19Z" />
      <path d="M13.5 7.3l3.2 3.2" />
    </Icon>
  );
}

export function MailIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3.5 6h17v12.5h-17z" />
      <path d="M3.5 7l8.5 6.5L20.5 7" />
    </Icon>
  );
}

export function SlidersIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 7.5h9" />
      <path d="M18 7.5h2" />
      <path d="M4 16.5h3" />
      <path d="M12 16.5h8" />
      <path data-petal="" d="M15.5 5.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z" />
      <path data-petal="" d="M9.5 14.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6Z" />
    </Icon>
  );
}

export function GuideIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 6.5C10 5 7.5 4.5 4 4.8V18c3.5-.3 6 .2 8 1.7 2-1.5 4.5-2 8-1.7V4.8c-3.5-.3-6 .2-8 1.7Z" />
      <path d="M12 6.5v13.2" />
    </Icon>
  );
}

export function LogOutIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M13 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h7" />
      <path d="M10 12h10" />
      <path d="M16.5 8.5 20 12l-3.5 3.5" />
    </Icon>
  );
}

export function WalletIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 7.5V17a2 2 0 0 0 2 2h13.5V9H5.5A1.5 1.5 0 0 1 4 7.5 1.5 1.5 0 0 1 5.5 6H17v3" />
      <path data-petal="" d="M15.8 12.7a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6Z" />
    </Icon>
  );
}

export function TorchIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8 3.5h8v3.5l-2 3V20h-4V10L8 7V3.5Z" />
      <path d="M8 7h8" />
      <path data-petal="" d="M12 12.2a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2Z" />
    </Icon>
  );
}

export function EraseIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M9 6h11v12H9l-5.5-6L9 6Z" />
      <path d="M12 9.5l5 5" />
      <path d="M17 9.5l-5 5" />
    </Icon>
  );
}

export function CopyIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8.5 8.5H20V20H8.5z" />
      <path d="M15.5 8.5V4H4v11.5h4.5" />
    </Icon>
  );
}

export function KeypadIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M5 5h3v3H5z" />
      <path d="M10.5 5h3v3h-3z" />
      <path d="M16 5h3v3h-3z" />
      <path d="M5 10.5h3v3H5z" />
      <path d="M10.5 10.5h3v3h-3z" />
      <path d="M16 10.5h3v3h-3z" />
      <path d="M10.5 16h3v3h-3z" />
    </Icon>
  );
}

export function CalendarIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4.5 6.5h15V19a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1V6.5Z" />
      <path d="M4.5 10.5h15" />
      <path d="M8.5 4v4" />
      <path d="M15.5 4v4" />
      <path data-petal="" d="M12 12.5c1.4 1.3 1.4 3.2 0 4.5-1.4-1.3-1.4-3.2 0-4.5Z" />
    </Icon>
  );
}

export function ClockIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 3.2a8.8 8.8 0 1 1 0 17.6 8.8 8.8 0 0 1 0-17.6Z" />
      <path d="M12 7v5.3l3.5 2" />
    </Icon>
  );
}

export function HeartIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M12 20C6.5 16.5 3.5 13.2 3.5 9.4 3.5 6.7 5.5 4.8 7.9 4.8c1.7 0 3.2.9 4.1 2.5.9-1.6 2.4-2.5 4.1-2.5 2.4 0 4.4 1.9 4.4 4.6 0 3.8-3 7.1-8.5 10.6Z" />
    </Icon>
  );
}

export function HeartFilledIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path
        data-petal=""
        d="M12 20C6.5 16.5 3.5 13.2 3.5 9.4 3.5 6.7 5.5 4.8 7.9 4.8c1.7 0 3.2.9 4.1 2.5.9-1.6 2.4-2.5 4.1-2.5 2.4 0 4.4 1.9 4.4 4.6 0 3.8-3 7.1-8.5 10.6Z"
      />
    </Icon>
  );
}

export function TurnCameraIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 8.5A1.5 1.5 0 0 1 5.5 7H8l1.5-2.5h5L16 7h2.5A1.5 1.5 0 0 1 20 8.5V17.5A1.5 1.5 0 0 1 18.5 19h-13A1.5 1.5 0 0 1 4 17.5Z" />
      <path d="M8.8 13.2a3.3 3.3 0 0 1 6-1.8" />
      <path d="M15 9.3v2.2h-2.2" />
      <path d="M15.2 12.8a3.3 3.3 0 0 1-6 1.8" />
      <path d="M9 16.700v-2.2h2.2" />
    </Icon>
  );
}

export function PictureIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 5h16v14H4z" />
      <path d="M4 16l5-5 4 4 2.5-2.5L20 17" />
      <path data-petal="" d="M15.5 8a1.3 1.3 0 1 1 0 2.6 1.3 1.3 0 0 1 0-2.6Z" />
    </Icon>
  );
}
