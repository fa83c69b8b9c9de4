import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { formatTime } from '../i18n/format.ts'
import { useSyncStatus } from '../screen/queries-waiting.ts'
import { IconButton } from '../ui/button.tsx'
import { SyncChip } from '../ui/sync-chip.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { Bell } from './bell.tsx'
import { openCommand } from './command/opened.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { useDevice } from '../screen/device.ts'

/**
 * The title, the state of the device, search, bell, language and profile (SPEC §2); on phones the languages are in the
 * profile menu.
 */
export function TopBar({ title }: { title: string }) {
  const { t } = useLingui()
  const narrow = useNarrow()
  return (
    <header className="topbar">
      <h1 className="grow">{title}</h1>
      <Changes />
      <IconButton
        look="quiet"
        label={t`Search everywhere`}
        aria-keyshortcuts="Control+K Meta+K"
        icon={<Search size={24} strokeWidth={1.75} aria-hidden="true" />}
        onClick={() => openCommand('search')}
      />
      <Bell />
      {narrow ? null : <LanguageSwitch />}
      <ProfileMenu />
    </header>
  )
}

/** The only part that is redrawn with every round. */
function Changes() {
  const { zone } = useDevice()
  const status = useSyncStatus()
  const navigate = useNavigate()
  if (!status) return null
  return (
    <SyncChip
      offline={status.line === 'offline'}
      hasNetwork={status.trouble !== null && status.trouble !== 'network'}
      waiting={status.waiting}
      conflicts={status.conflicts}
      failed={status.failed}
      savedAt={status.pulledAt ? formatTime(status.pulledAt, zone) : null}
      onOpen={() =>
        void navigate({ to: '/sync', search: { tab: status.conflicts || status.failed ? 'attention' : 'waiting' } })
      }
    />
  )
}
