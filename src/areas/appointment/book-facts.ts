import { useLingui } from '@lingui/react/macro'
import { whyNotThen, whyNotTransfer } from '../../../contract/appointment/appointment.rules.ts'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import { DEFAULT_ZONE } from '../../../contract/kernel/constants.ts'
import type { Doctor } from '../../../contract/doctor/doctor.ts'
import { useClinics } from '../clinic/queries.ts'
import { usePlaces } from '../doctor/use-places.ts'
import { useBranches, useDoctors } from '../doctor/queries.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { useWalletFor } from '../payment/wallet-for.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useMinute } from '../../ui/minute-clock.ts'
import type { Booking, Part } from './booking.ts'
import { useBanks } from '../bank/queries.ts'
import { type ShownVisit, useVisits } from './queries.ts'
import { useSeriesDays } from './queries-series.ts'
import { type SeriesDay, seriesDays } from './series.ts'
import { dayOf, overlaps } from '../availability/slot-days.ts'

/** Facts derived from a booking: the records it names, what prevents it, what needs a warning. */
export type BookingFacts = {
  readonly doctor: Doctor | undefined
  readonly clinicId: string | null
  readonly clinic: Clinic | undefined
  readonly zone: string
  /** Whether the doctor's specialty has online visits (rule 12). */
  readonly online: boolean
  readonly banks: NonNullable<ReturnType<typeof useBanks>>
  /** The patient's other visit at that time, as far as this device knows. */
  readonly clash: ShownVisit | undefined
  /** Another visit with the same doctor on that day: only a warning (rule 15). */
  readonly sameDay: ShownVisit | undefined
  /** The further days of repeat visits; null without repeats, undefined while they load. */
  readonly series: readonly SeriesDay[] | null | undefined
  readonly whyNoTransfer: string | null
  /** What the patient's wallet can pay of this price, as far as this device knows. */
  readonly wallet: number
  readonly problems: readonly Problem[]
}

/** What is missing or impossible, in words, and the field to correct. */
export type Problem = { readonly part: Part; readonly field: FieldId; readonly text: string }
export type FieldId =
  | 'book-patient'
  | 'book-doctor'
  | 'book-time'
  | 'book-bank'
  | 'book-pay'
  | 'book-overlap'
  | 'book-series'

export function useBookingFacts(booking: Booking): BookingFacts {
  const { t, i18n } = useLingui()
  const { person, session, now, settings } = useDevice()
  useMinute() // a time that passes while the page is open is noticed without a key press
  const doctor = useDoctors()?.get(booking.doctorId ?? '')
  const places = usePlaces(booking.doctorId)
  const clinics = useClinics()
  const branch = useBranches()?.get(doctor?.branchId ?? '')
  const { slot, patient } = booking
  const own = useVisits({ patientId: patient?.id ?? 'nobody', status: undefined })

  const clinicHere = [booking.clinicId, person.clinicId, session.clinicId].find(
    (id) => id && places.some((place) => place.id === id),
  )
  const clinicId =
    clinicHere ?? places[0]?.id ?? (person.type === 'clinic' || person.type === 'admin' ? booking.clinicId : null)
  const clinic = clinicId ? clinics?.get(clinicId) : undefined
  const live = (own ?? []).filter((visit) => visit.status !== 'cancelled')
  const clash = slot ? live.find((visit) => overlaps(visit, slot)) : undefined
  const sameDay =
    slot && !clash
      ? live.find((visit) => visit.doctorId === booking.doctorId && dayOf(visit) === dayOf(slot))
      : undefined
  const repeat = person.type === 'patient' ? null : (booking.repeat ?? null)
  const known = useSeriesDays(booking.doctorId, slot, repeat, booking.visitType?.id)
  const series =
    slot && repeat && known ? seriesDays(slot, repeat, known, live) : known === undefined ? undefined : null
  const held = useWalletFor(patient?.id ?? null, slot?.clinicId ?? null, slot?.currency)
  const wallet = repeat ? 0 : held
  const offline = useIsOffline()
  const banks = (useBanks() ?? []).filter((bank) => bank.active && (!slot || bank.currency === slot.currency))
  const noTransfer = slot ? whyNotTransfer(slot.start, now(), settings) : null
  const whyNoTransfer = noTransfer
    ? i18n._(messages[noTransfer])
    : banks.length
      ? null
      : t`No bank account is known for this currency.`

  const problems: Problem[] = []
  if (!patient) problems.push({ part: 'patient', field: 'book-patient', text: t`Choose a patient.` })
  if (!booking.doctorId) problems.push({ part: 'doctor', field: 'book-doctor', text: t`Choose a doctor.` })
  else if (doctor && !doctor.active)
    problems.push({ part: 'doctor', field: 'book-doctor', text: i18n._(messages.doctor_passive) })
  const tooLate = slot && !booking.overrides && whyNotThen(slot, person, now(), settings)
  if (!slot) problems.push({ part: 'time', field: 'book-time', text: t`Choose a time.` })
  else if (tooLate) problems.push({ part: 'time', field: 'book-time', text: i18n._(messages[tooLate]) })
  else if (clash && person.type === 'patient')
    // the note of the clash says why
    problems.push({ part: 'time', field: 'book-overlap', text: t`Choose another time.` })
  else if (clash && booking.overrides && clash.doctorId === booking.doctorId)
    problems.push({ part: 'time', field: 'book-time', text: i18n._(messages.patient_twice) })
  else if (clash && !booking.overlapSeen)
    problems.push({
      part: 'time',
      field: 'book-overlap',
      text: t`Confirm that the patient has two appointments at that time, or choose another time.`,
    })
  if (series === undefined)
    problems.push({ part: 'time', field: 'book-series', text: t`The further days are still being looked up.` })
  else if (series?.some((day) => day.slot === undefined))
    problems.push({
      part: 'time',
      field: 'book-series',
      text: t`Choose another time for the days that are not free, or leave them out.`,
    })
  const paidByWallet = slot !== null && booking.useWallet === true && wallet >= slot.price
  if (offline && slot && (booking.useWallet || booking.payWith === 'credit_card'))
    problems.push({
      part: 'payment',
      field: 'book-pay',
      text: t`You need to be online to pay by card or from the wallet. Your booking is kept here as a draft, or you can choose another payment method.`,
    })
  else if ((booking.payWith === 'later' || booking.payWith === 'link') && booking.useWallet && !paidByWallet)
    problems.push({
      part: 'payment',
      field: 'book-pay',
      text: t`Choose how the rest is paid: by card or by bank transfer.`,
    })
  if (booking.payWith === 'bank_transfer' && !paidByWallet) {
    if (whyNoTransfer) problems.push({ part: 'payment', field: 'book-bank', text: whyNoTransfer })
    else if (!banks.some((bank) => bank.id === booking.bankId))
      problems.push({ part: 'payment', field: 'book-bank', text: i18n._(messages.bank_required) })
  }
  return {
    doctor,
    clinicId,
    clinic,
    zone: slot?.zone ?? clinic?.zone ?? DEFAULT_ZONE,
    online: branch?.onlineCalls ?? false,
    banks,
    clash,
    sameDay,
    series,
    whyNoTransfer,
    wallet,
    problems,
  }
}
