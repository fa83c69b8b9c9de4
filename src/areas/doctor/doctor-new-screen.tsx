import './doctor-form.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { LeaveGuard } from '../../screen/leave-guard.tsx'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Note } from '../../ui/note.tsx'
import { ListSkeleton } from '../../ui/states.tsx'
import { showToast } from '../../ui/toast.ts'
import { useRecovers } from '../user/recover-dialog.tsx'
import { inviteDoctor } from '../membership/commands.ts'
import { addDoctor } from './commands.ts'
import { DoctorFields } from './doctor-fields.tsx'
import { EMPTY_VALUES, fieldsOf, wrongIn, type DoctorError } from './doctor-values.ts'
import { useDoctorDraft } from './use-doctor-draft.ts'

/** The server's refusal, and the id of the doctor who already exists, if this person may see the card. */
type Refusal = { readonly code: MessageCode; readonly id: string | null }

/** /doctor/new (SCREENS B6): online only, since the server looks up phone and email; the input stays in any case. */
export function NewDoctorScreen() {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const navigate = useNavigate()
  const offline = useIsOffline()
  const form = useRef<HTMLFormElement>(null)
  const { values, set, drop, restored, restart, dirty } = useDoctorDraft(null, EMPTY_VALUES)
  const recovers = useRecovers()
  const [invite, setInvite] = useState(true)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [refused, setRefused] = useState<Refusal | null>(null)
  useEffect(() => {
    // after the leave guard knows that nothing is unsaved
    if (done) void navigate({ to: '/doctor', search: {} as never })
  }, [done, navigate])
  const isAdmin = device.person.type === 'admin'
  if (!values) return <ListSkeleton />

  const wrong: DoctorError[] = [
    ...wrongIn(values, { clinics: isAdmin, contact: true }),
    ...(refused?.code === 'phone_exists'
      ? (['phone'] as const)
      : refused?.code === 'email_exists'
        ? (['email'] as const)
        : []),
  ]

  async function save(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!values || busy) return
    if (wrongIn(values, { clinics: isAdmin, contact: true }).length) return focusFirst()
    setBusy(true)
    const { clinicIds, identity, ...fields } = fieldsOf(values)
    const outcome = await addDoctor(device, {
      ...fields,
      name: values.name,
      phone: values.phone,
      email: values.email.trim() || null,
      ...(identity && { identity }),
      ...(isAdmin && { clinicIds }),
      invite: invite && !recovers,
    })
    setBusy(false)
    if (outcome.kind === 'done') return end(outcome.reply.doctor.name)
    const id = outcome.kind === 'refused' && typeof outcome.details['id'] === 'string' ? outcome.details['id'] : null
    setRefused({
      code: outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'server_error',
      id,
    })
    focusFirst()
  }

  async function sendInvitation() {
    if (!values || busy) return
    setBusy(true)
    const contact = values.email.trim() || values.phone
    const outcome = await inviteDoctor(contact)
    setBusy(false)
    if (outcome.kind !== 'done')
      return setRefused({
        code: outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'server_error',
        id: null,
      })
    await drop()
    setDone(true)
    showToast({ kind: 'saved', title: t`The invitation is on its way`, text: contact })
  }

  async function end(name: string) {
    await drop()
    setDone(true)
    showToast({ kind: 'saved', title: t`${name} has been added` })
  }

  function focusFirst() {
    // after the errors have been drawn
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }

  return (
    <form
      ref={form}
      className="doctor-form"
      noValidate
      onSubmit={(event) => void save(event)}
      aria-label={t`New doctor`}
    >
      <LeaveGuard draft dirty={dirty && !done} />
      {restored && (
        <Note title={<Trans>Your draft has been restored</Trans>}>
          <Button small onClick={() => void restart()}>
            <Trans>Start over</Trans>
          </Button>
        </Note>
      )}
      <DoctorFields
        value={values}
        doctor={null}
        wrong={tried ? wrong : []}
        onChange={(next) => {
          setRefused(null)
          set(next)
        }}
      />
      {refused && (
        <Note tone="failed" alert title={i18n._(messages[refused.code])}>
          {refused.code === 'doctor_exists' && refused.id && (
            <Link to="/doctor/$id" params={{ id: refused.id }}>
              <Trans>Open profile</Trans>
            </Link>
          )}
          {refused.code === 'doctor_exists' && !refused.id && !isAdmin && (
            <>
              <p>
                <Trans>
                  This phone or email belongs to a doctor who already has a profile. Invite them: they decide whether to
                  join your clinic.
                </Trans>
              </p>
              <Button small aria-busy={busy || undefined} onClick={() => void sendInvitation()}>
                <Trans>Send the invitation</Trans>
              </Button>
            </>
          )}
        </Note>
      )}
      <div className="form-foot">
        {recovers ? null : (
          <Checkbox checked={invite} onChange={(event) => setInvite(event.target.checked)}>
            <Trans>Send a link to sign in</Trans>
          </Checkbox>
        )}
        <Link to="/doctor" search={{} as never} className="btn">
          <Trans>Cancel</Trans>
        </Link>
        <Button
          type="submit"
          look="primary"
          aria-busy={busy || undefined}
          whyDisabled={
            offline ? t`You need to be online to add a doctor: we look up the phone number and email.` : null
          }
        >
          <Trans>Add the doctor</Trans>
        </Button>
      </div>
    </form>
  )
}
