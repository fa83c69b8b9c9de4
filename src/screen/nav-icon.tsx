import {
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  ChartNoAxesColumn,
  CircleQuestionMark,
  Clapperboard,
  FileText,
  FolderOpen,
  History,
  Hospital,
  Inbox,
  Landmark,
  Layers,
  Link2,
  ListTree,
  Mail,
  MessageSquareText,
  Newspaper,
  Pill,
  Settings,
  ShieldCheck,
  Stethoscope,
  UserCog,
  Users,
  Wallet,
  WalletCards,
} from 'lucide-react'

const ICONS = {
  'calendar-check': CalendarCheck,
  'calendar-clock': CalendarClock,
  'calendar-days': CalendarDays,
  chart: ChartNoAxesColumn,
  question: CircleQuestionMark,
  video: Clapperboard,
  file: FileText,
  folder: FolderOpen,
  history: History,
  hospital: Hospital,
  inbox: Inbox,
  bank: Landmark,
  layers: Layers,
  link: Link2,
  list: ListTree,
  mail: Mail,
  message: MessageSquareText,
  newspaper: Newspaper,
  pill: Pill,
  settings: Settings,
  shield: ShieldCheck,
  stethoscope: Stethoscope,
  'user-cog': UserCog,
  users: Users,
  wallet: Wallet,
  'wallet-cards': WalletCards,
} as const

export type NavIcon = keyof typeof ICONS

/** The icon of a sidebar entry: it shows the kind of thing, never its state (LOOKS "Iconography"). */
export function NavIconMark({ icon }: { icon: NavIcon }) {
  const Icon = ICONS[icon]
  return <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
}
