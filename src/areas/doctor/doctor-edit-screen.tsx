import './doctor-form.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { messages } from '../../i18n/messages.ts'
import { DoctorArticles } from '../article/doctor-articles.tsx'
import { useDevice } from '../../screen/device.ts'
import { OfflineBar } from '../../screen/freshness.tsx'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { isProposed, whyNotContact } from '../../../contract/doctor/doctor.rules.ts'
import { ProposesNote } from '../membership/proposals.tsx'
import { editDoctor } from './commands.ts'
import { DoctorFields } from './doctor-fields.tsx'
import { DoctorPictures } from './doctor-pictures.tsx'
import { changedFields, fieldsOf, valuesOf, wrongIn } from './doctor-values.ts'
import { fullName } from './doctor-words.ts'
import { useDoctor, type ShownDoctor } from './queries.ts'
import { useDoctorDraft } from './use-doctor-draft.ts'

/** /doctor/$id (SCREENS B6): the card of one doctor, edited also offline. */
export function EditDoctorScreen() {
  const { id = '' } = useParams({ strict: false })
  const doctor = useDoctor(id)
  if (doctor === undefined) return <ListSkeleton />
  if (doctor === null || !doctor.mine)
    return (
      <NotOnDevice
        action={
          <Link to="/doctor" search={{} as never} className="btn">
            <Trans>All doctors</Trans>
          </Link>
        }
      >
        <Trans>This doctor is not on this device, or not yours to edit.</Trans>
      </NotOnDevice>
    )
  return <Edit key={doctor.id} doctor={doctor} />
}

function Edit({ doctor }: { doctor: ShownDoctor }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const navigate = useNavigate()
  const offline = useIsOffline()
  const form = useRef<HTMLFormElement>(null)
  // the form's initial values: fields that others change meanwhile merge (rule 83)
  // oxlint-disable-next-line react/exhaustive-deps
  const start = useMemo(() => valuesOf(doctor), [doctor.id])
  const { values, set, drop, restored, restart, dirty } = useDoctorDraft(doctor.id, start)
  const [tried, setTried] = useState(false)
  const [failed, setFailed] = useState(false)
  const [done, setDone] = useState(false)
  useEffect(() => {
    // after the leave guard knows that nothing is unsaved
    if (done) void navigate({ to: '/doctor', search: {} as never })
  }, [done, navigate])
  const isAdmin = device.person.type === 'admin'
  if (!values) return <ListSkeleton />
  const needs = { clinics: false, contact: !whyNotContact(doctor, device.person.type) }
  const wrong = wrongIn(values, needs)

  async function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!values) return
    if (wrong.length) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const { clinicIds, ...changed } = changedFields(fieldsOf(start), fieldsOf(values))
    const fields = { ...changed, ...(isAdmin && clinicIds && { clinicIds }) }
    try {
      if (Object.keys(fields).length) await editDoctor(device, doctor.id, fields)
      await drop()
      setDone(true)
      showToast(
        doctor.proposes && Object.keys(fields).some(isProposed)
          ? { kind: 'on-device', title: t`Proposed to ${fullName(doctor)}: they decide` }
          : { kind: 'on-device', title: t`${fullName(doctor)}: saved on this device` },
      )
    } catch (reason) {
      if (!isNotSaved(reason)) throw reason
      setFailed(true)
    }
  }

  return (
    <form
      ref={form}
      className="doctor-form"
      noValidate
      onSubmit={(event) => void save(event)}
      aria-label={fullName(doctor)}
    >
      <LeaveGuard draft dirty={dirty && !done} />
      <OfflineBar />
      <h2>{fullName(doctor)}</h2>
      {restored && (
        <Note title={<Trans>Your draft has been restored</Trans>}>
          <Button small onClick={() => void restart()}>
            <Trans>Start over</Trans>
          </Button>
        </Note>
      )}
      {doctor.proposes && <ProposesNote doctorId={doctor.id} />}
      <DoctorFields value={values} onChange={set} wrong={tried ? wrong : []} doctor={doctor} />
      {!doctor.proposes && <DoctorPictures doctor={doctor} />}
      <DoctorArticles doctorId={doctor.id} />
      {failed && (
        <Note tone="failed" alert>
          {i18n._(messages.not_saved)}
        </Note>
      )}
      <div className="form-foot">
        <Link to="/doctor" search={{} as never} className="btn">
          <Trans>Cancel</Trans>
        </Link>
        <Button type="submit" look="primary">
          {offline ? <Trans>Save on this device</Trans> : <Trans>Save</Trans>}
        </Button>
      </div>
    </form>
  )
}
