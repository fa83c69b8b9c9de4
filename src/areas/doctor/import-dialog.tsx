import './doctor-form.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useState } from 'react'
import type { Reply } from '../../../contract/calls.ts'
import { useClinics } from '../clinic/queries.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadError, ListSkeleton } from '../../ui/states.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { showToast } from '../../ui/toast.ts'
import { addDoctor, askMedisoft } from './commands.ts'
import { useBranches } from './queries.ts'
import { useDoctorFacts } from './doctor-facts.ts'

type Found = Reply<'doctor.medisoft'>['doctors'][number]

/**
 * Imports chosen doctors from the clinic software (SCREENS B6). Each is added separately: those that fail are named
 * with the reason, the others are added.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui()
  const device = useDevice()
  const clinics = useClinics()
  const branches = useBranches()
  const facts = useDoctorFacts()
  const [found, setFound] = useState<readonly Found[] | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const [ticked, setTicked] = useState<readonly string[]>([])
  const [clinic, setClinic] = useState('')
  const [done, setDone] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const isAdmin = device.person.type === 'admin'

  const take = useCallback(
    (outcome: Awaited<ReturnType<typeof askMedisoft>>) => {
      if (outcome.kind === 'done') return setFound(outcome.reply.doctors)
      const code =
        outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'server_error'
      setFailed(i18n._(messages[code]))
    },
    [i18n],
  )
  useEffect(() => void askMedisoft().then(take), [take])
  function again() {
    setFailed(null)
    void askMedisoft().then(take)
  }

  const whyNot = (doctor: Found) =>
    doctor.knownId
      ? t`already here`
      : !doctor.phone
        ? t`without a phone`
        : !doctor.branchId
          ? t`specialty not known here`
          : null
  const chosen = (found ?? []).filter(({ ref }) => ticked.includes(ref))

  async function add() {
    setBusy(true)
    let added = 0
    for (const { ref, title, name, phone, email, branchId, city } of chosen) {
      const outcome = await addDoctor(device, {
        name,
        title,
        phone: phone ?? '',
        email,
        city,
        branchIds: branchId ? [branchId] : [],
        ...(isAdmin && { clinicIds: clinic ? [clinic] : [] }),
      })
      const isDone = outcome.kind === 'done'
      if (isDone) added++
      const code =
        outcome.kind === 'refused' ? outcome.code : outcome.kind === 'unreachable' ? 'offline' : 'server_error'
      setDone((before) => ({ ...before, [ref]: isDone ? t`added` : i18n._(messages[code]) }))
    }
    setBusy(false)
    setTicked([])
    if (added)
      showToast({ kind: 'saved', title: <Plural value={added} one="# doctor added" other="# doctors added" /> })
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && !busy && onClose()}
      title={<Trans>Import from Medisoft</Trans>}
      description={<Trans>No one is invited; you can send sign-in links from the list.</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button
            look="primary"
            aria-busy={busy || undefined}
            whyDisabled={
              chosen.length === 0
                ? t`Select at least one doctor.`
                : isAdmin && !clinic
                  ? i18n._(messages.clinic_required)
                  : null
            }
            showWhy={isAdmin && chosen.length > 0 && !clinic}
            onClick={() => void add()}
          >
            <Plural value={chosen.length} one="Add # doctor" other="Add # doctors" />
          </Button>
        </>
      }
    >
      <div className="stack">
        {isAdmin && (
          <Field label={<Trans>Into the clinic</Trans>} required>
            <NativeSelect value={clinic} onChange={(event) => setClinic(event.target.value)}>
              <option value="">{t`Choose a clinic`}</option>
              {[...(clinics?.values() ?? [])]
                .filter(({ active, private: hidden }) => active && !hidden)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </NativeSelect>
          </Field>
        )}
        {failed ? (
          <LoadError onRetry={again}>{failed}</LoadError>
        ) : !found ? (
          <ListSkeleton rows={4} />
        ) : (
          <ul className="import-list" aria-label={t`Doctors of Medisoft`}>
            {found.map((doctor) => {
              const why = done[doctor.ref] ?? whyNot(doctor)
              return (
                <li key={doctor.ref}>
                  <Checkbox
                    checked={ticked.includes(doctor.ref)}
                    disabled={busy || Boolean(why)}
                    onChange={(event) =>
                      setTicked(
                        event.target.checked ? [...ticked, doctor.ref] : ticked.filter((each) => each !== doctor.ref),
                      )
                    }
                    help={[
                      doctor.branchId && branches ? facts.branchesOf({ branchIds: [doctor.branchId] }) : null,
                      doctor.city,
                      doctor.phone,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  >
                    {`${doctor.title} ${doctor.name}`.trim()}
                  </Checkbox>
                  {why && <span className="sm dim">{why}</span>}
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
