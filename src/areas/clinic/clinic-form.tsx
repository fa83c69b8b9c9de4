import './clinic.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useSaySaved } from '../../screen/say-saved.ts'
import type { Shown } from '../../db/row.ts'
import { RecordChange } from '../../screen/change-tag.tsx'
import { useDevice } from '../../screen/device.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Tabs, type Tab } from '../../ui/tabs.tsx'
import { BrandPart } from './brand-part.tsx'
import { changesOf, type WrongPart } from './clinic-values.ts'
import { editClinic } from './commands.ts'
import { EmbedPart } from './embed-part.tsx'
import { FactorPart } from './factor-part.tsx'
import { FirstUserPart } from './first-user-part.tsx'
import { GeneralPart } from './general-part.tsx'
import { HostsPart } from './hosts-part.tsx'
import { MailPart } from './mail-part.tsx'
import { PrivatePart } from './private-part.tsx'
import { WebhooksPart } from '../webhook/webhooks-part.tsx'
import { LegalPart, SeoPart } from './text-parts.tsx'
import { useClinicEdit } from './use-clinic-edit.ts'

const ORDER = [
  'general',
  'hosts',
  'brand',
  'embed',
  'seo',
  'legal',
  'private',
  'factor',
  'mail',
  'webhooks',
  'user',
] as const

/**
 * A clinic's form in tabs (SCREENS B4): an admin's for any clinic, a clinic user's for their own, without what only the
 * platform sets. Texts can be saved without a network; addresses, private use and people cannot.
 */
export function ClinicForm({ clinic }: { clinic: Shown<'clinic'> }) {
  const { t } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const say = useSaySaved()
  const edit = useClinicEdit(clinic)
  const [tab, setTab] = useState<string>('general')
  const isAdmin = device.person.type === 'admin'

  async function save(event: FormEvent) {
    event.preventDefault()
    const [first] = edit.check()
    if (first) {
      setTab(TAB_OF[first])
      // after the tab has been drawn
      setTimeout(() => document.getElementById(`clinic-${first}`)?.focus())
      return
    }
    const saved = await say(
      () => editClinic(device, { id: clinic.id, ...changesOf(edit.values, edit.before) }),
      edit.values.name.trim(),
    )
    if (saved) edit.reset()
  }

  const tabs: Record<(typeof ORDER)[number], Tab | null> = {
    general: {
      id: 'general',
      label: t`General`,
      content: <GeneralPart edit={edit} isAdmin={isAdmin} clinic={clinic} />,
    },
    // a private clinic's addresses are its own users' (rule 48)
    hosts:
      isAdmin || clinic.private
        ? { id: 'hosts', label: t`Addresses`, content: <HostsPart key={clinic.version} clinic={clinic} /> }
        : null,
    brand: { id: 'brand', label: t`Brand`, content: <BrandPart edit={edit} clinic={clinic} /> },
    embed: { id: 'embed', label: t`On other websites`, content: <EmbedPart edit={edit} clinic={clinic} /> },
    seo: { id: 'seo', label: t`Search engines`, content: <SeoPart edit={edit} /> },
    legal: { id: 'legal', label: t`Legal texts`, content: <LegalPart edit={edit} /> },
    private: { id: 'private', label: t`Private use`, content: <PrivatePart clinic={clinic} /> },
    factor: isAdmin ? null : { id: 'factor', label: t`Two-step sign-in`, content: <FactorPart clinic={clinic} /> },
    // the platform's admins neither see nor change it
    mail: !isAdmin && clinic.private ? { id: 'mail', label: t`Own mail server`, content: <MailPart /> } : null,
    // a clinic's own users alone (docs/decisions/0164)
    webhooks: isAdmin ? null : { id: 'webhooks', label: t`Webhooks`, content: <WebhooksPart /> },
    user: isAdmin ? { id: 'user', label: t`First user`, content: <FirstUserPart clinic={clinic} /> } : null,
  }
  const hasSave = !['hosts', 'private', 'factor', 'mail', 'webhooks', 'user'].includes(tab)
  return (
    <div className="clinic-form">
      {clinic.pending === 'none' ? null : (
        <div>
          <RecordChange of={clinic} />
        </div>
      )}
      <form noValidate onSubmit={(event) => void save(event)} aria-label={t`Clinic`}>
        <Card flush>
          <Tabs label={t`Clinic`} tabs={ORDER.flatMap((id) => tabs[id] ?? [])} value={tab} onChange={setTab} />
        </Card>
        {hasSave && (
          <div className="clinic-foot">
            {edit.dirty ? (
              <span className="sm dim">
                <Trans>Not saved yet; kept as a draft on this device.</Trans>
              </span>
            ) : null}
            {edit.dirty && (
              <Button look="quiet" onClick={edit.reset}>
                <Trans>Discard changes</Trans>
              </Button>
            )}
            <Button
              type="submit"
              look="primary"
              whyDisabled={edit.dirty ? null : t`Nothing has been changed.`}
              showWhy={false}
            >
              {offline ? <Trans>Save on this device</Trans> : <Trans>Save</Trans>}
            </Button>
          </div>
        )}
      </form>
      <LeaveGuard dirty={edit.dirty} draft />
    </div>
  )
}

const TAB_OF: Readonly<Record<WrongPart, (typeof ORDER)[number]>> = {
  name: 'general',
  phone: 'general',
  email: 'general',
  city: 'general',
  location: 'general',
  brand: 'brand',
  embedHosts: 'embed',
  embedColour: 'embed',
}
