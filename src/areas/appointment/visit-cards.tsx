import { placeOf } from '../../../contract/clinic/clinic.place.ts'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { MapPin, Video } from 'lucide-react'
import type { ReactNode } from 'react'
import { allergyState } from '../../../contract/patient/allergy.rules.ts'
import { PATIENT_MOVES } from '../../../contract/kernel/constants.ts'
import { todayIn } from '../../../contract/kernel/time.ts'
import { useClinics } from '../clinic/queries.ts'
import { formatAge, formatMoney, formatSpan, formatTime, viewerZone } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { Allergies } from '../patient/allergies.tsx'
import { usePatient } from '../patient/queries.ts'
import { Reprice } from '../payment/reprice.tsx'
import { TransferProof } from '../payment/transfer-proof.tsx'
import { VisitPayments } from '../payment/visit-payments.tsx'
import { useDevice } from '../../screen/device.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card, KeyValues } from '../../ui/card.tsx'
import { CheckInCode, codeOf } from './check-in-code.tsx'
import type { ShownVisit } from './queries.ts'
import { usePaymentsOf } from './queries.ts'
import { TransferInfo } from './transfer-info.tsx'
import { wayTo } from '../../../contract/clinic/clinic.way.ts'

/**
 * The people, the place, the money and the notes of a visit, each as far as this person may see it. A doctor reads the notes before the place and the
 * money.
 */
export function VisitCards({
  visit,
  doctorName,
  specialty,
  notes,
}: {
  visit: ShownVisit
  doctorName: string
  specialty: string | null
  notes: ReactNode
}) {
  const { person } = useDevice()
  return (
    <>
      {person.type === 'patient' ? null : <PatientCard visit={visit} />}
      {person.type === 'doctor' ? notes : null}
      <PlaceCard visit={visit} doctorName={doctorName} specialty={specialty} />
      <MoneyCard visit={visit} />
      {person.type === 'doctor' ? null : notes}
    </>
  )
}

function PatientCard({ visit }: { visit: ShownVisit }) {
  const { t } = useLingui()
  const { zone, now } = useDevice()
  const language = useLanguage()
  const patient = usePatient(visit.patientId)
  const none = <span className="faint">{t`none`}</span>
  const age = patient?.birthDate
    ? formatAge(Number(patient.birthDate.replaceAll('-', '')), todayIn(zone, now()), language)
    : null
  const gender = patient?.gender ? { female: t`female`, male: t`male`, other: t`other` }[patient.gender] : null
  return (
    <Card
      title={<Trans>Patient</Trans>}
      aside={
        <Link to="/appointment/new" search={{ patient: visit.patientId, doctor: visit.doctorId }}>
          <Trans>Book again</Trans>
        </Link>
      }
    >
      <div className="visit-person">
        <Avatar name={visit.patientName} large />
        <div>
          <b>{visit.patientName}</b>
          <div className="sm dim">{[age, gender].filter(Boolean).join(' · ')}</div>
        </div>
      </div>
      {patient === null ? (
        <p className="sm dim">
          <Trans>The patient’s record is not on this device.</Trans>
        </p>
      ) : (
        <KeyValues
          items={[
            {
              key: <Trans>Phone</Trans>,
              value: patient?.phone ? <a href={`tel:${patient.phone}`}>{patient.phone}</a> : none,
            },
            {
              key: <Trans>Email</Trans>,
              value: patient?.email ? (
                <a href={`mailto:${patient.email}`}>{patient.email}</a>
              ) : (
                <Trans>none, gets SMS</Trans>
              ),
            },
            ...(patient && allergyState(patient) !== 'hidden'
              ? [{ key: <Trans>Allergies</Trans>, value: <Allergies card={patient} act /> }]
              : []),
          ]}
        />
      )}
    </Card>
  )
}

function PlaceCard({
  visit,
  doctorName,
  specialty,
}: {
  visit: ShownVisit
  doctorName: string
  specialty: string | null
}) {
  const { t } = useLingui()
  const { person } = useDevice()
  const clinic = useClinics()?.get(visit.clinicId ?? '')
  const viewer = viewerZone()
  const span = (zone: string) => formatSpan(formatTime(visit.start, zone), formatTime(visit.end, zone))
  const elsewhere = formatTime(visit.start, viewer) !== formatTime(visit.start, visit.zone)
  const place = clinic ? placeOf(clinic) : ''
  const code = codeOf(visit)
  return (
    <Card title={<Trans>Appointment</Trans>}>
      <div className="visit-person">
        <Avatar name={doctorName || '?'} large />
        <div>
          <b>{doctorName}</b>
          <div className="sm dim">{specialty}</div>
        </div>
      </div>
      <KeyValues
        items={[
          {
            key: <Trans>Time</Trans>,
            value: (
              <>
                {span(visit.zone)} <span className="dim">({visit.zone})</span>
                {elsewhere ? <div className="dim">{t`here ${span(viewer)} (${viewer})`}</div> : null}
              </>
            ),
          },
          {
            key: <Trans>Online or in person</Trans>,
            value:
              visit.type === 'online' ? (
                <>
                  <Video aria-hidden="true" size={15} /> <Trans>Online</Trans>
                </>
              ) : (
                <>
                  <MapPin aria-hidden="true" size={15} /> <Trans>Face to face</Trans>
                </>
              ),
          },
          { key: <Trans>Clinic</Trans>, value: clinic?.name ?? t`none` },
          ...(visit.type === 'online' || !place
            ? []
            : [
                {
                  key: <Trans>Place</Trans>,
                  value: (
                    <a href={wayTo(clinic) ?? undefined} target="_blank" rel="noreferrer">
                      {place}
                    </a>
                  ),
                },
              ]),
          ...(code ? [{ key: <Trans>Check-in code</Trans>, value: <CheckInCode visit={visit} code={code} /> }] : []),
          ...(person.type === 'patient'
            ? [{ key: <Trans>Moved</Trans>, value: t`${visit.moves} of ${PATIENT_MOVES}` }]
            : []),
        ]}
      />
    </Card>
  )
}

function MoneyCard({ visit }: { visit: ShownVisit }) {
  const { t } = useLingui()
  const language = useLanguage()
  const payments = usePaymentsOf(visit.id)
  const money = (minor: number) => formatMoney(minor, visit.currency, language)
  const state = {
    none: t({ message: 'No payment', context: 'payment' }),
    waiting: t`Not paid yet`,
    completed: t({ message: 'Paid', context: 'payment' }),
    cancelled: t({ message: 'Payment cancelled', context: 'payment' }),
  }[visit.paymentStatus]
  const transfer = payments?.find((payment) => payment.type === 'bank_transfer' && payment.status === 'waiting')
  return (
    <Card title={<Trans>Price</Trans>} aside={<span className="sm dim">{state}</span>}>
      <table className="visit-sums">
        <tbody>
          <tr>
            <th scope="row">
              <Trans>Examination</Trans>
            </th>
            <td>{money(visit.price)}</td>
          </tr>
          {visit.commission === undefined ? null : (
            <tr>
              <th scope="row">
                <Trans>Commission</Trans>
              </th>
              <td>{money(-visit.commission)}</td>
            </tr>
          )}
          {visit.earn === undefined ? null : (
            <tr className="sum">
              <th scope="row">
                <Trans>Doctor’s earning</Trans>
              </th>
              <td>{money(visit.earn)}</td>
            </tr>
          )}
        </tbody>
      </table>
      {transfer ? <TransferInfo payment={transfer} zone={visit.zone} /> : null}
      {transfer ? <TransferProof payment={transfer} /> : null}
      <VisitPayments visit={visit} />
      <Reprice visit={visit} />
    </Card>
  )
}
