import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { CalendarCheck, CalendarDays, CalendarPlus, Keyboard, RefreshCw, UserPlus, UserX } from 'lucide-react'
import type { ReactNode } from 'react'
import { findsName, nameTokens, nameWords } from '../../../contract/kernel/name.rules.ts'
import { useDevice } from '../../screen/device.ts'
import { NavIconMark } from '../../screen/nav-icon.tsx'
import { sidebarScreens } from '../routes.tsx'
import { mayOpen } from '../screen.ts'

/** `id` cannot equal that of a row, since its form differs. */
type Command = {
  readonly id: `${'acts' | 'screens'} ${string}`
  readonly label: string
  readonly icon: ReactNode
  readonly run: () => unknown
}

/** The screens and acts of the signed-in person whose words match the typed text; all of them if nothing is typed. */
export function useCommandActs(
  typed: string,
  onKeys: () => void,
): { readonly screens: Command[]; readonly acts: Command[] } {
  const { t, i18n } = useLingui()
  const { person, kick } = useDevice()
  const navigate = useNavigate()
  const words = nameWords(typed)
  const fits = ({ label }: Command) => typed.trim() === '' || findsName(nameTokens(label), words)
  const acts: Command[] = [
    {
      id: 'acts new',
      label: t`New appointment`,
      icon: <CalendarPlus aria-hidden="true" />,
      run: () => navigate({ to: '/appointment/new', search: {} }),
    },
    ...(person.type === 'patient'
      ? []
      : ([
          {
            id: 'acts new-patient',
            label: t`Add a patient`,
            icon: <UserPlus aria-hidden="true" />,
            run: () => navigate({ to: '/patient/new' }),
          },
          {
            id: 'acts today',
            label: t`Today’s appointments`,
            icon: <CalendarDays aria-hidden="true" />,
            run: () => navigate({ to: '/appointment', search: {} }),
          },
          {
            id: 'acts close',
            label: t`Close the day`,
            icon: <CalendarCheck aria-hidden="true" />,
            run: () => navigate({ to: '/appointment/close' }),
          },
          {
            id: 'acts absence',
            label: t`A doctor is away`,
            icon: <UserX aria-hidden="true" />,
            run: () => navigate({ to: '/appointment/absence', search: {} }),
          },
        ] as const)),
    { id: 'acts sync', label: t`Send and fetch now`, icon: <RefreshCw aria-hidden="true" />, run: kick },
    { id: 'acts keys', label: t`Keyboard shortcuts`, icon: <Keyboard aria-hidden="true" />, run: onKeys },
  ]
  const screens = sidebarScreens
    .filter(({ screen, path }) => mayOpen(screen, person) && (screen.icon || PLAIN.includes(path)))
    .map(({ path, screen }) => ({
      id: `screens ${path}` as const,
      label: i18n._(screen.title),
      icon: <NavIconMark icon={screen.icon ?? 'file'} />,
      run: () => navigate({ to: path }),
    }))
  return { screens: screens.filter(fits), acts: acts.filter(fits) }
}

/** Screens outside the sidebar that can be opened directly. */
const PLAIN: readonly string[] = ['/profile', '/notify', '/sync', '/kiosk/tablets', '/closure', '/visittype']
