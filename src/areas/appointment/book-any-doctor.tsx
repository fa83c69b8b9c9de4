import { Trans, useLingui } from '@lingui/react/macro'
import { MapPin, Video, Zap } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { FreeWhen } from '../doctor/doctor-card.tsx'
import { fullName, useSpecialty } from '../doctor/doctor-words.ts'
import { useBranches, useDoctors } from '../doctor/queries.ts'
import { formatMoney, nameCollator } from '../../i18n/format.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Booking } from './booking.ts'
import { type AnyDoctorWish, type Earliest, findFive } from './queries-earliest.ts'
import { TypeWord } from './visit-words.tsx'

type AnyDoctorProps = { clinicId: string; booking: Booking; onTake: (found: Earliest) => void }

/**
 * For the desk: the first free times of any doctor of the clinic, by kind and specialty; five to choose from (SCREENS
 * B1 "first free").
 */
export function BookAnyDoctor(props: AnyDoctorProps) {
  const offline = useIsOffline()
  const [open, setOpen] = useState(false)
  const panel = useId()
  if (offline) return null
  return (
    <div className="stack-2">
      <Button
        look="quiet"
        small
        className="start"
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <Zap aria-hidden="true" />
        <Trans>First available, any doctor</Trans>
      </Button>
      <div id={panel}>{open && <Panel key={props.clinicId} {...props} />}</div>
    </div>
  )
}

/** Starts with the booking's kind and specialty; the booking itself changes only when a time is taken. */
function Panel({ clinicId, booking: { type: requestedType, doctorId }, onTake }: AnyDoctorProps) {
  const { t } = useLingui()
  const device = useDevice()
  const language = useLanguage()
  const specialty = useSpecialty()
  const branches = useBranches()
  const all = useDoctors()
  const doctorsHere = [...(all?.values() ?? [])].filter(
    ({ active, clinicIds }) => active && clinicIds.includes(clinicId),
  )
  const [type, setType] = useState(requestedType)
  const [branch, setBranch] = useState(all?.get(doctorId ?? '')?.branchId ?? '')
  const [found, setFound] = useState<readonly Earliest[] | 'unreachable' | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef(0)
  const collator = nameCollator(language)
  const specialties = [
    ...new Map(doctorsHere.map((doctor) => [doctor.branchId ?? '', specialty(doctor) ?? ''])).entries(),
  ]
    .filter(([id, label]) => id && label)
    .toSorted(([, a], [, b]) => collator.compare(a, b))
  const online = doctorsHere.some(({ branchId }) => branches?.get(branchId ?? '')?.onlineCalls)

  function ask(change: { type?: Booking['type']; branch?: string }) {
    if (change.type) setType(change.type)
    if (change.branch !== undefined) setBranch(change.branch)
    // late results for an earlier choice are ignored
    latest.current++
    setFound(null)
    setBusy(false)
  }
  async function search() {
    const mine = ++latest.current
    const wish: AnyDoctorWish = { clinicId, type, branchId: branch || null }
    setBusy(true)
    const five = await findFive(device, wish)
    if (mine !== latest.current) return
    setBusy(false)
    setFound(five ?? 'unreachable')
  }

  return (
    <div className="any-doctor stack">
      {online && (
        <Segmented
          label={t`Online or in person`}
          block
          value={type}
          onChange={(next) => ask({ type: next })}
          options={[
            { value: 'face-to-face', label: <TypeWord type="face-to-face" />, icon: <MapPin aria-hidden="true" /> },
            { value: 'online', label: <TypeWord type="online" />, icon: <Video aria-hidden="true" /> },
          ]}
        />
      )}
      {specialties.length > 1 && (
        <Field label={<Trans>Specialty</Trans>}>
          <NativeSelect value={branch} onChange={(event) => ask({ branch: event.target.value })}>
            <option value="">{t`Any specialty`}</option>
            {specialties.map(([id, label]) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
      <Button className="start" aria-busy={busy || undefined} onClick={() => void search()}>
        {busy ? <Trans>One moment…</Trans> : <Trans>Show the first times</Trans>}
      </Button>
      {found === 'unreachable' ? (
        <Note tone="offline" alert>
          <Trans>The server could not be reached. Choose a doctor.</Trans>
        </Note>
      ) : found?.length === 0 ? (
        <Note alert>
          {specialties.length > 1 || online ? (
            <Trans>No doctor is free for this. Choose another specialty or appointment type.</Trans>
          ) : (
            <Trans>No doctor at this clinic has any free appointments.</Trans>
          )}
        </Note>
      ) : found ? (
        <ul className="offers" aria-label={t`First free times`}>
          {found.map((each) => {
            const doctor = all?.get(each.doctorId)
            const { slot } = each
            return (
              <li key={`${each.doctorId} ${slot.start}`}>
                <button type="button" className="offer" onClick={() => onTake(each)}>
                  <b className="nowrap">
                    <FreeWhen slot={slot} />
                  </b>
                  <span className="grow">
                    {doctor ? fullName(doctor) : ''} <span className="sm dim">{doctor ? specialty(doctor) : ''}</span>
                  </span>
                  <span className="sm nowrap">{formatMoney(slot.price, slot.currency, language)}</span>
                </button>
              </li>
            )
          })}
        </ul>
      ) : null}
    </div>
  )
}
