import { Trans, useLingui } from '@lingui/react/macro'
import { Tablet as TabletIcon } from 'lucide-react'
import { useState } from 'react'
import type { Kiosk } from '../../../contract/kiosk/kiosk.ts'
import { useDoctors } from '../doctor/queries.ts'
import { signOut } from '../session/commands-sign-out.ts'
import { useDevice } from '../../screen/device.ts'
import { useProblemWords } from '../../screen/problem-words.ts'
import type { Problem } from '../../screen/problem.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import { useSyncStatus } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { MultiPick } from '../../ui/multi-pick.tsx'
import { Note } from '../../ui/note.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Empty, ListSkeleton, LoadError } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast.ts'
import { enrol, listKiosks, revoke } from './commands.ts'
import { PIN_LENGTH } from './pin.ts'

/** /kiosk/tablets: a clinic's check-in tablets, and a form to make this device one (SCREENS B29, rule 69). */
export function KiosksScreen() {
  const response = useAnswer(listKiosks, 'kiosks')
  return (
    <div className="stack">
      <Card title={<Trans>Tablets of the clinic</Trans>}>
        {response.value ? (
          <Kiosks kiosks={response.value.kiosks} onChanged={response.again} />
        ) : response.asking ? (
          <ListSkeleton rows={2} />
        ) : (
          <LoadError onRetry={response.again} />
        )}
      </Card>
      <BeginHere />
    </div>
  )
}

function Kiosks({ kiosks, onChanged }: { kiosks: readonly Kiosk[]; onChanged: () => void }) {
  const { t } = useLingui()
  const { zone } = useDevice()
  const words = useProblemWords()
  const [ending, setEnding] = useState<Kiosk | null>(null)
  if (kiosks.length === 0)
    return (
      <Empty icon={<TabletIcon />} title={<Trans>No tablet checks people in yet</Trans>}>
        <Trans>Sign in on the tablet itself and start below.</Trans>
      </Empty>
    )
  async function end(kiosk: Kiosk) {
    const outcome = await revoke(kiosk.id)
    onChanged()
    if (outcome.kind === 'done') showToast({ kind: 'saved', title: t`The tablet no longer checks people in.` })
    else showToast({ kind: 'failed', title: words(outcome) })
  }
  return (
    <>
      <Table
        label={t`Tablets of the clinic`}
        rows={kiosks}
        keyOf={({ id }) => id}
        columns={[
          { id: 'name', head: <Trans context="thing">Name</Trans>, cell: ({ name }) => <b>{name}</b>, card: 'title' },
          { id: 'area', head: <Trans>Waiting area</Trans>, cell: ({ area }) => area || '–', card: 'detail' },
          {
            id: 'seen',
            head: <Trans>Last seen</Trans>,
            cell: ({ seenAt }) => (seenAt ? <RelativeTime at={Date.parse(seenAt)} zone={zone} /> : t`not yet`),
            card: 'time',
          },
          { id: 'by', head: <Trans>Set up by</Trans>, cell: ({ enrolledBy }) => enrolledBy, priority: 2 },
        ]}
        actionOf={(kiosk) => (
          <Button small onClick={() => setEnding(kiosk)}>
            <Trans context="tablet">Revoke access</Trans>
            <span className="vh"> {kiosk.name}</span>
          </Button>
        )}
      />
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={() => setEnding(null)}
        title={<Trans>Revoke access for “{ending?.name}”?</Trans>}
        keep={<Trans>Keep it</Trans>}
        act={<Trans context="tablet">Revoke access</Trans>}
        onConfirm={() => (ending ? end(ending) : undefined)}
      >
        <Trans>
          It stops checking people in as soon as it reaches the server, and has to be set up again on the tablet.
        </Trans>
      </ConfirmDialog>
    </>
  )
}

const EMPTY = { name: '', area: '', doctorIds: [] as readonly string[], pin: '', again: '' }

/** Signs the person out when check-in begins, since a tablet holds no one's records (TRUST D18). */
function BeginHere() {
  const { t } = useLingui()
  const words = useProblemWords()
  const device = useDevice()
  const doctors = useDoctors()
  const status = useSyncStatus()
  const [fields, setFields] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)
  const [busy, setBusy] = useState(false)
  const set = (patch: Partial<typeof EMPTY>) => setFields((old) => ({ ...old, ...patch }))
  const unsent = (status?.waiting ?? 0) + (status?.conflicts ?? 0) + (status?.failed ?? 0)
  const noName = fields.name.trim() === ''
  const shortPin = !new RegExp(`^\\d{${PIN_LENGTH}}$`).test(fields.pin)
  const otherPin = fields.again !== fields.pin

  async function begin(event: React.FormEvent) {
    event.preventDefault()
    setTried(true)
    setProblem(null)
    if (noName || shortPin || otherPin || unsent || busy) return
    setBusy(true)
    const outcome = await enrol(fields)
    if (outcome.kind !== 'done') {
      setBusy(false)
      return setProblem(outcome)
    }
    // their records are gone before this document ends; only the tablet's page may use the camera (TRUST D7)
    await signOut(device)
    location.replace('/kiosk')
  }

  return (
    <Card title={<Trans>Use this device for check-in</Trans>}>
      <form className="stack" noValidate onSubmit={(event) => void begin(event)}>
        <p className="dim">
          <Trans>
            This device will only show the check-in page. You will be signed out here; use the PIN to return. Do this on
            the tablet at the entrance.
          </Trans>
        </p>
        <Field
          label={<Trans>Name of the tablet</Trans>}
          required
          error={tried && noName && t`Give it a name, for example “Entrance”.`}
        >
          <TextInput
            value={fields.name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => set({ name: event.target.value })}
          />
        </Field>
        <Field
          label={<Trans>Waiting area</Trans>}
          help={<Trans>Where people are asked to take a seat, for example “Area B, 1st floor”.</Trans>}
        >
          <TextInput
            value={fields.area}
            maxLength={120}
            autoComplete="off"
            onChange={(event) => set({ area: event.target.value })}
          />
        </Field>
        <Field
          label={<Trans>Doctors</Trans>}
          help={<Trans>Doctors whose patients check in here. Leave empty for all doctors.</Trans>}
        >
          <MultiPick
            values={fields.doctorIds}
            onChange={(doctorIds) => set({ doctorIds })}
            max={50}
            options={[...(doctors?.values() ?? [])]
              .filter(
                ({ clinicIds, active }) =>
                  active && device.person.clinicId !== null && clinicIds.includes(device.person.clinicId),
              )
              .map(({ id, title, name }) => ({ value: id, label: `${title} ${name}`.trim() }))}
          />
        </Field>
        <Field
          label={<Trans>PIN to leave</Trans>}
          required
          help={<Trans>Six digits that only staff know. Hold the clinic’s logo for three seconds to enter them.</Trans>}
          error={tried && shortPin && t`Type six digits.`}
        >
          <TextInput
            type="password"
            inputMode="numeric"
            autoComplete="new-password"
            maxLength={PIN_LENGTH}
            value={fields.pin}
            onChange={(event) => set({ pin: event.target.value })}
          />
        </Field>
        <Field
          label={<Trans>PIN again</Trans>}
          required
          error={tried && !shortPin && otherPin && t`The two PINs are not the same.`}
        >
          <TextInput
            type="password"
            inputMode="numeric"
            autoComplete="new-password"
            maxLength={PIN_LENGTH}
            value={fields.again}
            onChange={(event) => set({ again: event.target.value })}
          />
        </Field>
        {problem && (
          <Note tone="failed" alert>
            {words(problem)}
          </Note>
        )}
        <div>
          <Button
            type="submit"
            look="primary"
            aria-busy={busy}
            whyDisabled={unsent ? t`Your changes have to be sent first: this device forgets them otherwise.` : null}
          >
            <Trans>Start check-in on this device</Trans>
          </Button>
        </div>
      </form>
    </Card>
  )
}
