import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Languages, Lock, LogOut, MoonStar, Sun, Tablet, User, Wallet } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { LANGUAGE_NAMES, LANGUAGES } from '../../contract/kernel/constants.ts'
import { useLanguage } from '../i18n/locale.ts'
import { changeLanguage } from '../areas/profile/commands.ts'
import { signOut } from '../areas/session/commands-sign-out.ts'
import { useSyncStatus } from '../screen/queries-waiting.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Menu } from '../ui/menu.tsx'
import { chooseTheme } from '../ui/theme.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { useDevice } from '../screen/device.ts'
import { LeaveDialog } from '../screen/leave-dialog.tsx'
import { lockNow } from '../screen/lock.ts'
import { loginPath } from '../screen/login-path.ts'

/**
 * Profile, wallet for patients, theme, sign out (SPEC §2); on phones also the languages, whose button would leave no
 * room for the title. Signing out with unsent work or drafts asks first (rule 88).
 */
export function ProfileMenu() {
  const { t } = useLingui()
  const device = useDevice()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const [drafts, setDrafts] = useState<number | null>(null)
  const language = useLanguage()
  const others = useNarrow()
    ? LANGUAGES.filter((each) => each !== language && device.settings.languages.includes(each))
    : []
  const dark = document.documentElement.dataset['theme'] === 'dark'
  const ask = async () => {
    const begun = await device.db.drafts.count()
    if (!begun && (await device.db.outbox.count()) === 0) return leave()
    setDrafts(begun)
    setAsking(true)
  }
  const leave = async (how?: { discard: boolean }) => {
    await signOut(device, how)
    await navigate({ to: loginPath(), search: {} })
  }
  const { name, type } = device.person
  return (
    <>
      <Menu
        align="end"
        items={[
          {
            id: 'profile',
            label: <Trans>Profile</Trans>,
            icon: <User size={18} />,
            onSelect: () => void navigate({ to: '/profile' }),
          },
          ...(type === 'patient'
            ? [
                {
                  id: 'wallet',
                  label: <Trans>Wallet</Trans>,
                  icon: <Wallet size={18} />,
                  onSelect: () => void navigate({ to: '/wallet' }),
                },
              ]
            : []),
          ...(type === 'clinic'
            ? [
                {
                  id: 'kiosk',
                  label: <Trans>Check-in tablets</Trans>,
                  icon: <Tablet size={18} />,
                  onSelect: () => void navigate({ to: '/kiosk/tablets' }),
                },
              ]
            : []),
          {
            id: 'theme',
            label: dark ? <Trans>Light colours</Trans> : <Trans>Dark colours</Trans>,
            icon: dark ? <Sun size={18} /> : <MoonStar size={18} />,
            onSelect: () => chooseTheme(dark ? 'light' : 'dark'),
          },
          ...others.map((each) => ({
            id: each,
            label: <span lang={each}>{LANGUAGE_NAMES[each]}</span>,
            icon: <Languages size={18} />,
            onSelect: () => void changeLanguage(device, each),
          })),
          ...(device.seal
            ? [{ id: 'lock', label: <Trans>Lock now</Trans>, icon: <Lock size={18} />, onSelect: lockNow }]
            : []),
          {
            id: 'leave',
            label: <Trans>Sign out</Trans>,
            icon: <LogOut size={18} />,
            onSelect: () => void ask(),
          },
        ]}
      >
        <button type="button" className="btn icon quiet">
          <Avatar name={name} />
          <span className="vh">{t`${name}: profile menu`}</span>
        </button>
      </Menu>
      {drafts === null ? null : <Leaving open={asking} onOpenChange={setAsking} drafts={drafts} onLeave={leave} />}
    </>
  )
}

/** Loaded when first opened: before that no one needs to know what waits. */
function Leaving(props: Pick<ComponentProps<typeof LeaveDialog>, 'open' | 'onOpenChange' | 'drafts' | 'onLeave'>) {
  const status = useSyncStatus()
  if (!status) return null
  const { waiting, conflicts, failed, line } = status
  return <LeaveDialog {...props} unsent={waiting + conflicts + failed} canSend={line === 'online' && waiting > 0} />
}
