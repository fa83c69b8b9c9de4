import './email.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useDevice } from '../../screen/device.ts'
import { OfflineBar } from '../../screen/freshness.tsx'
import { NeverFilled } from '../../screen/never-filled.tsx'
import { Button } from '../../ui/button.tsx'
import { ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useNarrow } from '../../ui/use-narrow.ts'
import { useEmails } from './queries.ts'
import { TemplateEditor } from './template-editor.tsx'
import { TemplateList } from './template-list.tsx'
import { Undelivered } from './undelivered.tsx'

const route = getRouteApi('/signed-in/email')

/** /email (admin, SCREENS B22): the texts of mail and SMS; the superadmin also sees messages that could not be sent. */
export function EmailScreen() {
  const { t } = useLingui()
  const { person } = useDevice()
  const { tab = 'templates' } = route.useSearch()
  const navigate = route.useNavigate()
  if (!person.superadmin) return <Templates />
  return (
    <Tabs
      label={t`Email and SMS templates`}
      value={tab}
      onChange={(id) =>
        void navigate({ search: { tab: id === 'undelivered' ? 'undelivered' : undefined }, replace: true })
      }
      tabs={[
        { id: 'templates', label: t`Templates`, content: <Templates /> },
        { id: 'undelivered', label: t`Not delivered`, content: <Undelivered /> },
      ]}
    />
  )
}

/** The list next to the editor; on a phone one at a time. */
function Templates() {
  const { template } = route.useSearch()
  const navigate = route.useNavigate()
  const narrow = useNarrow()
  const emails = useEmails()
  if (!emails) return <ListSkeleton />
  if (emails.length === 0)
    return (
      <NeverFilled>
        <NotOnDevice />
      </NeverFilled>
    )
  const named = emails.find((each) => each.template === template)
  const chosen = named ?? (narrow ? undefined : emails.find((each) => each.template === 'visit_booked'))
  const choose = (next: string | undefined) => void navigate({ search: { template: next } })
  return (
    <div className="email-page">
      <OfflineBar />
      <div className="email-sides">
        {(!narrow || !chosen) && <TemplateList emails={emails} chosen={chosen?.id ?? null} onChoose={choose} />}
        {chosen && (
          <div className="stack">
            {narrow && (
              <div>
                <Button look="quiet" onClick={() => choose(undefined)}>
                  <Trans>All templates</Trans>
                </Button>
              </div>
            )}
            <TemplateEditor key={`${chosen.id} ${chosen.version}`} email={chosen} />
          </div>
        )}
      </div>
    </div>
  )
}
