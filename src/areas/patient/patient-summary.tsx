import { Trans, useLingui } from '@lingui/react/macro'
import { KEEP_DAYS_AHEAD } from '../../../contract/kernel/constants.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatDate, formatWallDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { Card, KeyValues } from '../../ui/card.tsx'
import { Allergies } from './allergies.tsx'
import { IdentityReveal } from './identity-reveal.tsx'
import type { ListedCard } from './listed-card.ts'
import { DayWords, MailWords, PhoneLink, useGenders } from './patient-words.tsx'
import type { PatientVisits } from './queries-kept.ts'
import type { ShownNote } from './queries-notes.ts'
import { Twins } from './twins.tsx'

/** The card, its medical facts, the patient's newest records, and who may be the same person. */
export function PatientSummary({
  card,
  visits,
  notes,
  onChanged,
}: {
  card: ListedCard
  visits: PatientVisits | undefined
  notes: readonly ShownNote[] | undefined
  onChanged: () => void
}) {
  const { t } = useLingui()
  const { person, now, zone } = useDevice()
  const genders = useGenders()
  const clinics = useClinics()
  const medical = person.type !== 'admin'
  const today = new Date(now()).toISOString()
  const next = visits?.visits.findLast(({ status, start }) => status === 'waiting' && start > today)?.start ?? null
  const none = <span className="dim">{t`none`}</span>
  const unrecorded = <span className="dim">{t`not recorded`}</span>
  const text = (value: string | null | undefined) => value || unrecorded
  const [newest] = notes ?? []
  return (
    <div className="patient-grid">
      <Twins card={card} onChanged={onChanged} />
      <Card title={<Trans>Person</Trans>}>
        <KeyValues
          items={[
            {
              key: <Trans>Date of birth</Trans>,
              value: card.birthDate ? formatWallDate(Number(card.birthDate.replaceAll('-', ''))) : unrecorded,
            },
            { key: <Trans>Gender</Trans>, value: card.gender ? genders[card.gender] : unrecorded },
            {
              key: card.nonCitizen ? <Trans>Passport or other document</Trans> : <Trans>Identity number</Trans>,
              value: <IdentityReveal card={card} />,
            },
            { key: <Trans>Phone</Trans>, value: card.phone ? <PhoneLink phone={card.phone} /> : unrecorded },
            {
              key: <Trans>Email</Trans>,
              value: card.email ? <MailWords email={card.email} /> : <Trans>none; the patient gets SMS</Trans>,
            },
            { key: <Trans>City</Trans>, value: text(card.city) },
          ]}
        />
      </Card>
      {medical && (
        <Card title={<Trans>Medical</Trans>}>
          <KeyValues
            items={[
              { key: <Trans>Blood type</Trans>, value: text(card.bloodType) },
              { key: <Trans>Allergies</Trans>, value: <Allergies card={card} /> },
              {
                key: <Trans>In an emergency</Trans>,
                value:
                  card.emergencyName || card.emergencyPhone ? (
                    <>
                      {card.emergencyName} {card.emergencyPhone && <PhoneLink phone={card.emergencyPhone} />}
                    </>
                  ) : (
                    unrecorded
                  ),
              },
              {
                key: <Trans>Newest note</Trans>,
                value: newest ? <span className="note-line">{newest.text}</span> : notes && none,
              },
            ]}
          />
        </Card>
      )}
      <Card title={<Trans>With us</Trans>}>
        <KeyValues
          items={[
            {
              key: <Trans>Next appointment</Trans>,
              value: visits && <DayWords at={next} none={<Trans>none in the next {KEEP_DAYS_AHEAD} days</Trans>} />,
            },
            {
              key: <Trans>Last appointment</Trans>,
              value: <DayWords at={card.lastVisit} none={<Trans>none</Trans>} />,
            },
            { key: <Trans>Completed appointments</Trans>, value: card.visits },
            ...(person.type === 'clinic'
              ? []
              : [
                  {
                    key: <Trans>Clinics</Trans>,
                    value: card.clinicIds.flatMap((id) => clinics?.get(id)?.name ?? []).join(', ') || none,
                  },
                ]),
            {
              key: <Trans>Added</Trans>,
              value: [formatDate(card.createdAt, zone), card.addedBy].filter(Boolean).join(' · '),
            },
          ]}
        />
      </Card>
    </div>
  )
}
