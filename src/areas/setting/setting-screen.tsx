import './setting.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { SETTING_IDS, type SettingId } from '../../../contract/setting/setting.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { refreshServerSettings } from '../../screen/server-settings.ts'
import { BackupTab } from '../backup/backup-tab.tsx'
import { CrashTab } from '../crash/crash-tab.tsx'
import { JobTab } from '../job/job-tab.tsx'
import { useSettings } from './queries.ts'
import { SettingForm } from './setting-form.tsx'

const TABS = [...SETTING_IDS, 'crashes', 'backups', 'jobs'] as const
const route = getRouteApi('/signed-in/setting')

/** /setting (superadmin, SCREENS B26): general, mail, SMS. Online only; secrets are written and never read. */
export function SettingScreen() {
  const { t } = useLingui()
  const { db } = useDevice()
  const { tab = 'setting' } = route.useSearch()
  const navigate = route.useNavigate()
  const words = useProblemWords()
  const { value, problem, again } = useSettings()
  const labels: Readonly<Record<SettingId, string>> = { setting: t`General`, mail: t`Email`, sms: t`SMS` }
  if (!value)
    return problem ? (
      <Note tone={problem.kind === 'unreachable' ? 'offline' : 'failed'} alert title={words(problem)}>
        <p>
          <Trans>Settings are not kept on this device. Go online to see them.</Trans>
        </p>
        <Button small onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      </Note>
    ) : (
      <ListSkeleton />
    )
  const saved = () => {
    again()
    void refreshServerSettings(db)
  }
  return (
    <div className="setting-page">
      <Tabs
        label={t`Settings`}
        value={tab}
        onChange={(id) => void navigate({ search: { tab: TABS.find((each) => each === id) }, replace: true })}
        tabs={[
          ...SETTING_IDS.map((id) => {
            const setting = value.settings.find((each) => each.id === id)
            return {
              id,
              label: labels[id],
              content: setting && <SettingForm key={`${id}${setting.version}`} setting={setting} onSaved={saved} />,
            }
          }),
          { id: 'crashes', label: t`Faults`, content: <CrashTab /> },
          { id: 'backups', label: t`Backups`, content: <BackupTab /> },
          { id: 'jobs', label: t`Jobs`, content: <JobTab /> },
        ]}
      />
    </div>
  )
}
