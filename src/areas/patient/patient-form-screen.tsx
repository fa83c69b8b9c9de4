import './patient.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton, NotOnDevice } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { addPatient, updatePatient } from './commands.ts'
import { keepDraft } from './commands-draft.ts'
import { EMPTY, inputOf, valuesOf, wrongIn, type PatientValues } from './form-values.ts'
import { PatientFields } from './patient-fields.tsx'
import type { ListedCard } from './listed-card.ts'
import { useDraftOnce } from './queries-draft.ts'
import { SameContact, useSameContact } from './same-contact.tsx'
import { usePatientCard } from './use-patient.ts'

/** /patient/new: the whole card in one form; name and phone are enough (SCREENS B7). */
export function NewPatientScreen() {
  const draft = useDraftOnce<PatientValues>(NEW_DRAFT)
  if (draft === undefined) return <ListSkeleton rows={4} />
  return <PatientForm before={null} draft={draft} name={NEW_DRAFT} />
}

/** /patient/$id/edit: the fields this person may change (RULES 13). */
export function EditPatientScreen() {
  const { id } = editRoute.useParams()
  const { card, why } = usePatientCard(id)
  const name = `patient-edit:${id}`
  const draft = useDraftOnce<PatientValues>(name)
  if (draft === undefined || why === 'loading') return <ListSkeleton rows={4} />
  if (!card) return <NotOnDevice />
  return <PatientForm key={card.id} before={card} draft={draft} name={name} />
}

const NEW_DRAFT = 'patient-new'
const editRoute = getRouteApi('/signed-in/patient/$id/edit')

function PatientForm({
  before,
  draft,
  name,
}: {
  before: ListedCard | null
  draft: PatientValues | null
  name: string
}) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const offline = useIsOffline()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  // the card as it was when opened: only fields that differ from it are sent
  const [was] = useState(() => (before ? valuesOf(before) : EMPTY))
  const [values, setValues] = useState<PatientValues>(draft ?? was)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const [done, setDone] = useState(false)
  const wrong = wrongIn(values)
  const dirty = !done && JSON.stringify(values) !== JSON.stringify(was)
  const same = useSameContact(values, before?.id)
  const leaveTo = useRef<string | null>(null)

  useEffect(() => {
    if (!dirty) return
    // the identity number is not written to the disk until it is part of a change
    const kept = { ...values, identity: { ...values.identity, identity: '' } }
    const timer = setTimeout(() => {
      if (!leaveTo.current) void keepDraft(device, name, kept).catch(() => undefined)
    }, 300)
    return () => clearTimeout(timer)
  }, [device, name, values, dirty])
  // after the leave guard has been released
  useEffect(() => {
    if (done && leaveTo.current)
      void navigate({ to: '/patient/$id', params: { id: leaveTo.current }, search: {}, replace: true })
  }, [done, navigate])

  const leave = async (id: string) => {
    // set first, so that a pending write of the draft does not outlive the saved card
    leaveTo.current = id
    await keepDraft(device, name, null)
    setDone(true)
  }
  async function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wrong.length) {
      // after the errors are drawn
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    if (busy || same.known) return
    setBusy(true)
    try {
      if (!before && (await same.look())) return
      const fields = inputOf(values, was)
      const id = before
        ? before.id
        : await addPatient(device, { ...fields, name: values.name.trim(), phone: values.phone })
      if (before && Object.keys(fields).length) await updatePatient(device, before.id, fields)
      showToast({ kind: 'on-device', title: t`Saved on this device`, text: values.name.trim() })
      await leave(id)
    } catch (error) {
      if (!isNotSaved(error)) throw error
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      className="patient-form"
      noValidate
      onSubmit={(event) => void save(event)}
      aria-label={before ? t`Edit ${before.name}` : t`New patient`}
    >
      <LeaveGuard dirty={dirty} />
      {draft && dirty && (
        <Note icon={<span />}>
          <Trans>A draft you began on this device.</Trans>{' '}
          <Button
            small
            look="quiet"
            onClick={() => {
              setValues(was)
              void keepDraft(device, name, null)
            }}
          >
            <Trans>Start over</Trans>
          </Button>
        </Note>
      )}
      <Card title={before ? before.name : <Trans>New patient</Trans>}>
        <PatientFields
          values={values}
          onChange={(part) => setValues((now) => ({ ...now, ...part }))}
          wrong={tried ? wrong : []}
          zone={device.zone}
          contactOnly={before !== null && device.person.type === 'doctor'}
          hasIdentity={before?.hasIdentity ?? false}
        />
        {same.known && <SameContact known={same.known} onUse={(id) => void leave(id)} />}
        {failed && (
          <Note tone="failed" alert>
            {i18n._(messages.not_saved)}
          </Note>
        )}
        <div className="row wrap patient-foot">
          <Button onClick={() => history.back()}>
            <Trans>Back</Trans>
          </Button>
          <Button
            type="submit"
            look="primary"
            aria-busy={busy || undefined}
            whyDisabled={same.known ? t`The number belongs to a patient who exists.` : null}
            showWhy={false}
          >
            {offline ? (
              <Trans>Save on this device</Trans>
            ) : before ? (
              <Trans>Save</Trans>
            ) : (
              <Trans>Add the patient</Trans>
            )}
          </Button>
        </div>
      </Card>
    </form>
  )
}
