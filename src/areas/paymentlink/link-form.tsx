import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { Currency } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { LINK_DAYS, type PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { addDays, dayBounds, todayIn, wallOf } from '../../../contract/kernel/time.ts'
import { type ShownVisit, usePaymentsOf, useVisits } from '../appointment/queries.ts'
import { useClinics } from '../clinic/queries.ts'
import { listedStart } from '../appointment/visit-wall.ts'
import { formatMoney } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import type { ChosenPatient } from '../patient/chosen-patient.ts'
import { PatientPicker } from '../patient/patient-picker.tsx'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { CurrencySelect } from '../../ui/currency-select.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { addLink, updateLink } from './commands.ts'

type Part = 'patient' | 'amount' | 'description' | 'expires'

/**
 * Makes a link, or changes one that waits: for a visit its price, else a free amount (SCREENS B24). `onSaved` gets the
 * saved link.
 */
export function LinkForm({
  link,
  visit: startVisit,
  patient: payer,
  onClose,
  onSaved,
}: {
  link: PaymentLink | null
  /** The appointment a new link is to pay. */
  visit?: ShownVisit
  /** The patient a new link is for. */
  patient?: ChosenPatient
  onClose: () => void
  onSaved: (link: PaymentLink) => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const { person, zone, now, session } = device
  const language = useLanguage()
  const offline = useIsOffline()
  const words = useProblemWords()
  const clinics = useClinics()
  const today = todayIn(zone, now())
  // one form makes one link, however often it is retried
  const [id] = useState(() => link?.id ?? newId(now()))
  const [patient, setPatient] = useState<ChosenPatient | null>(
    startVisit
      ? { id: startVisit.patientId, name: startVisit.patientName, phone: null, birthDate: null }
      : (payer ?? null),
  )
  const [clinicId, setClinicId] = useState(link?.clinicId ?? person.clinicId ?? session.clinicId ?? null)
  const [visitId, setVisitId] = useState<string | null>(link?.appointmentId ?? startVisit?.id ?? null)
  const [amount, setAmount] = useState<number | null>(link?.amount ?? null)
  const [ownCurrency, setCurrency] = useState<Currency | null>(link?.currency ?? null)
  const [description, setDescription] = useState(link?.description ?? '')
  const [topUp, setTopUp] = useState(link?.topUp ?? false)
  const [expires, setExpires] = useState<number | null>(
    link ? wallOf(Date.parse(link.expiresAt), zone).date : addDays(today, LINK_DAYS),
  )
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const open = (useVisits({ patientId: patient?.id ?? 'nobody' }) ?? []).filter(
    (visit) => visit.status !== 'cancelled' && (visit.paymentStatus === 'waiting' || visit.paymentStatus === 'none'),
  )
  const visit = open.find((each) => each.id === visitId)
  const clinic = clinics?.get(clinicId ?? '')
  const currency = visit?.currency ?? ownCurrency ?? clinic?.currency ?? 'try'
  // what the wallet has already set aside for it is not charged again
  const setAside = usePaymentsOf(visitId ?? '')?.find(({ status }) => status === 'waiting')?.walletAmount ?? 0
  const sum = visit ? visit.price - setAside : amount
  // a link of a visit always has the visit's amount
  const ofVisit = visit !== undefined || Boolean(link?.appointmentId)
  const missing: readonly Part[] = [
    ...(link || patient ? [] : (['patient'] as const)),
    ...(sum && sum > 0 && sum <= MOST ? [] : (['amount'] as const)),
    ...(description.trim() ? [] : (['description'] as const)),
    ...(expires ? [] : (['expires'] as const)),
  ]
  const wrong = (part: Part) => tried && missing.includes(part)

  async function save(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (busy) return
    setTried(true)
    setProblem(null)
    if (missing[0] || !sum || !expires) return document.getElementById(`link-${missing[0]}`)?.focus()
    setBusy(true)
    // until the end of that day, by the clinic's clock
    const expiresAt = new Date(dayBounds(expires, zone).to - 1000).toISOString()
    const text = description.trim()
    const outcome = link
      ? await updateLink(device, link.version, {
          id: link.id,
          ...(!ofVisit && sum !== link.amount && { amount: sum }),
          ...(text !== link.description && { description: text }),
          expiresAt,
        })
      : await addLink(device, {
          id,
          patientId: patient?.id ?? '',
          clinicId: visit?.clinicId ?? clinicId,
          ...(visit && { appointmentId: visit.id }),
          ...(topUp && !visit && { topUp: true }),
          amount: sum,
          currency,
          description: text,
          expiresAt,
        })
    setBusy(false)
    if (outcome.kind === 'done') onSaved(outcome.reply.paymentlink)
    else setProblem(outcome)
  }

  return (
    <Sheet
      open
      onOpenChange={onClose}
      title={link ? <Trans>Edit the payment link</Trans> : <Trans>New payment link</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="link-form"
            look="primary"
            whyDisabled={
              offline
                ? t`You need to be online to create a link.`
                : link || device.settings.cards
                  ? null
                  : t`A link is paid by card, and cards are not taken here at the moment.`
            }
            aria-busy={busy || undefined}
          >
            {link ? <Trans>Save</Trans> : <Trans>Create the link</Trans>}
          </Button>
        </>
      }
    >
      <form id="link-form" className="stack" noValidate onSubmit={(event) => void save(event)}>
        {problem && (
          <Note tone="failed" alert>
            {words(problem)}
          </Note>
        )}
        {!link && (
          <PatientPicker
            id="link-patient"
            zone={zone}
            value={patient}
            error={wrong('patient') ? t`Choose a patient.` : null}
            onChange={(next) => {
              setPatient(next)
              setVisitId(null)
            }}
          />
        )}
        {!link && person.type === 'admin' && (
          <Field label={<Trans>Clinic</Trans>}>
            <NativeSelect value={clinicId ?? ''} onChange={(event) => setClinicId(event.target.value || null)}>
              <option value="">{t`none`}</option>
              {[...(clinics?.values() ?? [])]
                .filter((each) => !each.private)
                .map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.name}
                  </option>
                ))}
            </NativeSelect>
          </Field>
        )}
        {!link && open.length > 0 && (
          <Field
            label={<Trans>Appointment</Trans>}
            help={<Trans>With an appointment the link pays it; the amount is its price.</Trans>}
          >
            <NativeSelect value={visitId ?? ''} onChange={(event) => setVisitId(event.target.value || null)}>
              <option value="">{t`none`}</option>
              {open.map((each) => (
                <option key={each.id} value={each.id}>
                  {listedStart(each)}, {formatMoney(each.price, each.currency, language)}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        {ofVisit && sum !== null ? (
          <p>
            {setAside > 0 ? (
              <Trans>
                Amount: <b>{formatMoney(sum, currency, language)}</b>, what the wallet leaves of the appointment’s price
              </Trans>
            ) : (
              <Trans>
                Amount: <b>{formatMoney(sum, currency, language)}</b>, the price of the appointment
              </Trans>
            )}
          </p>
        ) : (
          <div className="link-amount">
            <Field
              id="link-amount"
              label={<Trans>Amount</Trans>}
              required
              error={wrong('amount') ? t`Enter an amount, such as 250.00, up to 1,000,000.00.` : null}
            >
              <MoneyInput value={amount} onChange={setAmount} />
            </Field>
            <Field label={<Trans>Currency</Trans>}>
              <CurrencySelect
                value={currency}
                disabled={link !== null || clinic !== undefined}
                onChange={setCurrency}
              />
            </Field>
          </div>
        )}
        <Field
          id="link-description"
          label={<Trans>What it is for</Trans>}
          required
          help={<Trans>The payer reads it. Please nothing about health.</Trans>}
          error={wrong('description') ? t`Say in a few words what is paid.` : null}
        >
          <TextInput value={description} maxLength={200} onChange={(event) => setDescription(event.target.value)} />
        </Field>
        {!link && !visit && (
          <Checkbox checked={topUp} onChange={(event) => setTopUp(event.target.checked)}>
            <Trans>The money goes into the patient’s wallet</Trans>
          </Checkbox>
        )}
        <Field
          id="link-expires"
          label={<Trans>Pay by</Trans>}
          required
          error={wrong('expires') ? t`Choose a day.` : null}
        >
          <DatePicker value={expires} onChange={setExpires} today={today} min={today} max={addDays(today, 365)} />
        </Field>
      </form>
    </Sheet>
  )
}

/** What the contract takes (contract/balance/balance.ts `amountInput`). */
const MOST = 100_000_000
