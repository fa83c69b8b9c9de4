import { Trans, useLingui } from '@lingui/react/macro'
import { Hospital } from 'lucide-react'
import { useClinics } from '../clinic/queries.ts'
import type { ShownDoctor } from '../doctor/queries.ts'
import { formatDate, formatMoney, formatPercent } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { KeyValues } from '../../ui/card.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Empty } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { shareContact } from './commands.ts'
import { LeaveClinic } from './leave-clinic.tsx'

type Membership = NonNullable<ShownDoctor['memberships']>[number]

/** A doctor's terms with each clinic; from the device, also offline. */
export function MembershipList({ doctor }: { doctor: ShownDoctor }) {
  const memberships = doctor.memberships ?? []
  if (memberships.length === 0)
    return (
      <Empty icon={<Hospital />} title={<Trans>You work in no clinic yet</Trans>}>
        <Trans>A clinic can invite you by your email or phone. Its invitation appears here.</Trans>
      </Empty>
    )
  return (
    <ul className="stack">
      {memberships.map((one) => (
        <li key={one.clinicId}>
          <One membership={one} />
        </li>
      ))}
    </ul>
  )
}

function One({ membership }: { membership: Membership }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const words = useProblemWords()
  const clinics = useClinics()
  const clinic = clinics?.get(membership.clinicId)
  const name = clinic?.name ?? '…'

  async function share(yes: boolean) {
    const outcome = await shareContact(device, membership.clinicId, yes)
    if (outcome.kind !== 'done') return showToast({ kind: 'failed', title: words(outcome) })
    showToast({
      kind: 'saved',
      title: yes ? t`${name} sees your phone and email` : t`${name} no longer sees your phone and email`,
    })
  }
  return (
    <section className="stack-2" aria-label={name}>
      <div className="row wrap">
        <h3>{name}</h3>
        {!membership.active && (
          <span className="dim">
            <Trans>Inactive there</Trans>
          </span>
        )}
      </div>
      <KeyValues
        items={[
          { key: <Trans>Commission</Trans>, value: <Commission membership={membership} /> },
          { key: <Trans>Since</Trans>, value: formatDate(membership.since, device.zone) },
        ]}
      />
      <Switch
        checked={membership.sharesContact}
        disabled={offline}
        title={offline ? i18n._(messages.offline) : undefined}
        onChange={(event) => void share(event.target.checked)}
      >
        <Trans>Share my phone and email with this clinic</Trans>
      </Switch>
      <LeaveClinic clinicId={membership.clinicId} name={name} />
    </section>
  )
}

function Commission({
  membership: { clinicId, commissionType, commissionRatio, commissionAmount },
}: {
  membership: Membership
}) {
  const language = useLanguage()
  const { settings } = useDevice()
  const clinics = useClinics()
  if (commissionType === 'ratio') return formatPercent(commissionRatio ?? 0, language)
  if (commissionType === 'amount')
    return formatMoney(commissionAmount ?? 0, clinics?.get(clinicId)?.currency ?? settings.currency, language)
  return <Trans context="commission">none</Trans>
}
