import { Trans, useLingui } from '@lingui/react/macro'
import { Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { MOST_LINES } from '../../../contract/recipe/recipe.ts'
import type { ShownVisit } from '../appointment/queries.ts'
import { useDoctor } from '../doctor/queries.ts'
import { CareForm } from '../recipe/care-form.tsx'
import { signedName } from '../doctor/signed-name.ts'
import { currentVisit } from '../recipe/visit-field.tsx'
import { useDevice } from '../../screen/device.ts'
import { useFormDraft } from '../../screen/form-draft.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { addReport } from './commands.ts'
import type { ShownReport } from './queries.ts'
import { ReportLineFields } from './report-line.tsx'
import { blankLine, isBlank, isNameless, readLines, withCopied, type ReportValues } from './report-values.ts'

/**
 * Requests tests, or enters the results of a request; what is typed survives a reload (SCREENS B11). `answers` is the
 * request whose results these are; absent for a request.
 */
export function ReportForm({
  patientId,
  visits,
  answers,
  last,
  draft: name,
  onClose,
}: {
  patientId: string
  visits: readonly ShownVisit[]
  answers?: ShownReport
  /** The newest request of this patient, to copy from. */
  last: ShownReport | undefined
  /** The name of the draft. */
  draft: string
  onClose: () => void
}) {
  const { t } = useLingui()
  const device = useDevice()
  const saySaved = useSaySaved()
  const me = useDoctor(device.person.id)
  const isResult = answers !== undefined
  const mine = visits.filter(({ doctorId }) => doctorId === device.person.id)
  const draft = useFormDraft<ReportValues>(name, {
    title: answers?.title ?? '',
    lines: answers ? withCopied([], answers.lines, MOST_LINES) : [blankLine],
    description: '',
    comment: '',
    appointmentId: answers?.appointmentId ?? currentVisit(mine, device.now())?.id ?? '',
  })
  const [isConfirming, setConfirming] = useState(false)
  const { title, lines, description, comment, appointmentId } = draft.values
  const missing = lines.every(isBlank)

  function check() {
    setConfirming(true)
    const at = missing ? 0 : lines.findIndex(isNameless)
    if (title.trim() && at < 0) return true
    document.getElementById(title.trim() ? `test-${at + 1}` : 'report-title')?.focus()
    return false
  }
  const save = () =>
    saySaved(
      () =>
        addReport(device, signedName(me, device.person.name), {
          patientId,
          appointmentId: appointmentId || null,
          kind: isResult ? 'result' : 'request',
          reportId: answers?.id ?? null,
          title: title.trim(),
          lines: readLines(lines),
          description: description.trim(),
          comment: comment.trim(),
        }),
      title.trim(),
    )
  const full = lines.length >= MOST_LINES ? t`It can have up to ${{ count: MOST_LINES }} rows.` : null
  return (
    <CareForm draft={draft} visits={visits} check={check} onSave={save} onClose={onClose}>
      {last && !isResult && (
        <Button
          className="start"
          whyDisabled={missing ? null : full}
          onClick={() =>
            draft.set({
              lines: withCopied(lines, last.lines, MOST_LINES),
              ...(!title.trim() && { title: last.title }),
              ...(!description.trim() && { description: last.description }),
            })
          }
        >
          <Copy aria-hidden="true" />
          <Trans>Copy from the last one</Trans>
        </Button>
      )}
      <Field
        id="report-title"
        label={<Trans>Heading</Trans>}
        required
        error={isConfirming && !title.trim() && t`Write what it is, for example “Blood test”.`}
      >
        <TextInput value={title} maxLength={200} onChange={(event) => draft.set({ title: event.target.value })} />
      </Field>
      {lines.map((line, i) => (
        <ReportLineFields
          // lines have no id, and their fields hold no state
          key={i}
          n={i + 1}
          line={line}
          isResult={isResult}
          wrong={isConfirming && (isNameless(line) || (missing && i === 0))}
          onChange={(next) => draft.set({ lines: lines.with(i, next) })}
          onRemove={lines.length > 1 ? () => draft.set({ lines: lines.toSpliced(i, 1) }) : undefined}
        />
      ))}
      <Button className="start" whyDisabled={full} onClick={() => draft.set({ lines: [...lines, blankLine] })}>
        <Plus aria-hidden="true" />
        <Trans>Add a test</Trans>
      </Button>
      {!isResult && (
        <Field label={<Trans>Why, and what to mind before</Trans>}>
          <TextArea
            maxLength={2000}
            value={description}
            onChange={(event) => draft.set({ description: event.target.value })}
          />
        </Field>
      )}
      {isResult && (
        <Field label={<Trans>Comment of the doctor</Trans>}>
          <TextArea maxLength={2000} value={comment} onChange={(event) => draft.set({ comment: event.target.value })} />
        </Field>
      )}
    </CareForm>
  )
}
