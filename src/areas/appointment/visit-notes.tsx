import { Trans, useLingui } from '@lingui/react/macro'
import { NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { whyNotEdit } from '../../../contract/appointment/appointment.rules.ts'
import { messages } from '../../i18n/messages.ts'
import { useDevice } from '../../screen/device.ts'
import { isNotSaved } from '../../screen/commands-waiting.ts'
import { useSayWhere } from '../../screen/say-saved.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { edit } from './commands.ts'
import type { ShownVisit } from './queries.ts'

type Field_ = 'note' | 'patientNote' | 'meetingLink'

/**
 * The texts of the visit: the patient's words, the staff's note, the meeting link; each editable for those who may
 * (RULES 13).
 */
export function VisitNotes({ visit }: { visit: ShownVisit }) {
  const { i18n } = useLingui()
  const { person, now } = useDevice()
  const [editing, setEditing] = useState<Field_ | null>(null)
  const why = whyNotEdit(visit, person, now())
  const whyNot = why ? i18n._(messages[why]) : null
  const staff = person.type === 'clinic' || person.type === 'doctor'
  const isPatient = person.type === 'patient'
  const shown: { name: Field_; title: React.ReactNode; none: React.ReactNode }[] = [
    {
      name: 'patientNote',
      title: isPatient ? <Trans>Your note</Trans> : <Trans>The patient’s own note</Trans>,
      none: isPatient ? <Trans>You left no note.</Trans> : <Trans>The patient left no note.</Trans>,
    },
    ...(staff
      ? [
          {
            name: 'note' as const,
            title: <Trans>Note of the staff</Trans>,
            none: <Trans>No note yet. The patient does not see it.</Trans>,
          },
        ]
      : []),
    ...(visit.type === 'online' && !isPatient
      ? [{ name: 'meetingLink' as const, title: <Trans>Meeting link</Trans>, none: <Trans>No link yet.</Trans> }]
      : []),
  ]
  return (
    <Card title={<Trans>Notes</Trans>} className="visit-notes">
      <div className="stack">
        {shown.map(({ name, title, none }) => (
          <section key={name} className="stack-2">
            <div className="row wrap">
              <h3 className="grow">{title}</h3>
              {editing === name ? null : (
                <Button small whyDisabled={whyNot} showWhy={false} onClick={() => setEditing(name)}>
                  <NotebookPen aria-hidden="true" size={16} />
                  {visit[name] ? <Trans>Edit</Trans> : <Trans>Add</Trans>}
                </Button>
              )}
            </div>
            {editing === name ? (
              <Editor visit={visit} name={name} label={title} onClose={() => setEditing(null)} />
            ) : visit[name] ? (
              <p className="visit-words">{visit[name]}</p>
            ) : (
              <p className="sm dim">{none}</p>
            )}
          </section>
        ))}
      </div>
    </Card>
  )
}

function Editor({
  visit,
  name,
  label,
  onClose,
}: {
  visit: ShownVisit
  name: Field_
  label: React.ReactNode
  onClose: () => void
}) {
  const device = useDevice()
  const sayWhere = useSayWhere()
  const offline = useIsOffline()
  const [text, setText] = useState(visit[name] ?? '')
  const [failed, setFailed] = useState(false)
  const save = async () => {
    try {
      sayWhere(await edit(device, visit, { [name]: text.trim() || null }))
      onClose()
    } catch (error) {
      if (!isNotSaved(error)) throw error
      setFailed(true)
    }
  }
  return (
    <form
      className="stack-2"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Field label={label}>
        {name === 'meetingLink' ? (
          <TextInput
            type="url"
            inputMode="url"
            maxLength={500}
            value={text}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
        ) : (
          <TextArea
            maxLength={name === 'note' ? 4000 : 2000}
            value={text}
            autoFocus
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      {failed ? (
        <Note tone="failed" alert>
          <Trans>Not saved: this device has no storage left. What you typed is still here.</Trans>
        </Note>
      ) : null}
      <div className="row wrap">
        <Button type="submit" look="primary">
          {offline ? <Trans>Save on this device</Trans> : <Trans>Save</Trans>}
        </Button>
        <Button onClick={onClose}>
          <Trans>Do not change</Trans>
        </Button>
      </div>
    </form>
  )
}
