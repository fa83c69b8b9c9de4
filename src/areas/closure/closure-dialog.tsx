import './closure.css'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { spanOfClosure, type ClosureDraft } from '../../../contract/closure/closure.rules.ts'
import { KEEP_DAYS_AHEAD } from '../../../contract/kernel/constants.ts'
import { addDays, dayBounds } from '../../../contract/kernel/time.ts'
import { TimeInput } from '../availability/time-input.tsx'
import { formatWallDate } from '../../i18n/format.ts'
import { useDevice } from '../../screen/device.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { DatePicker } from '../../ui/date-picker.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Note } from '../../ui/note.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { closeClinic } from './commands.ts'
import { useHits } from './queries-hit.ts'

const DRAFT = 'draft'

/** Closes the clinic for some days, or for hours; says beforehand how many appointments fall into it. */
export function ClosureDialog({ zone, today, onClose }: { zone: string; today: number; onClose: () => void }) {
  const { t } = useLingui()
  const device = useDevice()
  const save = useSaySaved()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [from, setFrom] = useState<number | null>(today)
  const [to, setTo] = useState<number | null>(today)
  const [whole, setWhole] = useState(true)
  const [begins, setBegins] = useState<number | null>(1200)
  const [ends, setEnds] = useState<number | null>(1800)
  const [tried, setTried] = useState(false)
  const draft = draftOf(whole, from, to, begins, ends)
  const span = draft && spanOfClosure(draft, zone)
  const clinicId = device.person.clinicId ?? ''
  const hit = useHits(span ? [{ id: DRAFT, clinicId, ...span }] : [])?.get(DRAFT) ?? 0
  const held = addDays(today, KEEP_DAYS_AHEAD)
  const heldDay = formatWallDate(held)
  const isLater = span !== null && Date.parse(span.end) > dayBounds(held, zone).to
  const noEnd = tried && draft !== null && span === null ? t`The end must be later than the start.` : null

  async function submit(event: React.FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!span || name.trim() === '') return
    const what = name.trim()
    let id = ''
    const saved = await save(
      async () => {
        const made = await closeClinic(device, { name: what, ...span })
        id = made.id
        return made.entry
      },
      t`Closed: ${{ day: what }}`,
    )
    if (!saved) return
    onClose()
    if (hit > 0) await navigate({ to: '/closure/$id', params: { id } })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Close the clinic</Trans>}
      description={<Trans>No doctor of the clinic is offered in this time. Your desk can still book over it.</Trans>}
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <Field
          label={<Trans>Why it is closed</Trans>}
          required
          help={<Trans>Staff and doctors see it in their calendars.</Trans>}
          error={tried && name.trim() === '' ? t`Say why it is closed, for example “Public holiday”.` : null}
        >
          <TextInput value={name} maxLength={120} onChange={({ target }) => setName(target.value)} />
        </Field>
        <div className="closure-two">
          <Field label={<Trans>First day</Trans>} required error={tried && from === null ? t`Choose a day.` : null}>
            <DatePicker
              value={from}
              onChange={(day) => {
                setFrom(day)
                if (day !== null && (to === null || to < day)) setTo(day)
              }}
              today={today}
              min={today}
              max={addDays(today, MOST_AHEAD)}
            />
          </Field>
          <Field
            label={<Trans>Last day</Trans>}
            required
            error={tried && to === null ? t`Choose a day.` : whole ? noEnd : null}
          >
            <DatePicker
              value={to}
              onChange={setTo}
              today={today}
              min={from ?? today}
              max={addDays(today, MOST_AHEAD)}
            />
          </Field>
        </div>
        <Checkbox checked={whole} onChange={({ target }) => setWhole(target.checked)}>
          <Trans>Whole days</Trans>
        </Checkbox>
        {!whole && (
          <div className="closure-two">
            <Field label={<Trans>Closes at</Trans>} required error={tried && begins === null ? t`Enter a time.` : null}>
              <TimeInput value={begins} onChange={setBegins} />
            </Field>
            <Field
              label={<Trans>Opens again at</Trans>}
              required
              error={tried && ends === null ? t`Enter a time.` : noEnd}
            >
              <TimeInput value={ends} onChange={setEnds} isEnd />
            </Field>
          </div>
        )}
        {span && (hit > 0 || isLater) && (
          <Note tone={hit > 0 ? 'conflict' : 'waiting'}>
            {hit > 0 && (
              <p>
                <Plural
                  value={hit}
                  one="# appointment falls into this time and stays until you decide. Next you see it, to move or cancel it."
                  other="# appointments fall into this time and stay until you decide. Next you see them all, to move or cancel them."
                />
              </p>
            )}
            {isLater && (
              <p>
                <Trans>
                  This device holds appointments until {heldDay}. Later ones are listed as that day comes closer.
                </Trans>
              </p>
            )}
          </Note>
        )}
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Leave it open</Trans>
          </Button>
          <Button type="submit" look="primary">
            <Trans>Close the clinic</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function draftOf(
  whole: boolean,
  from: number | null,
  to: number | null,
  begins: number | null,
  ends: number | null,
): ClosureDraft | null {
  if (from === null || to === null) return null
  if (whole) return to < from ? null : { kind: 'days', from, to }
  return begins === null || ends === null
    ? null
    : { kind: 'hours', from: { date: from, time: begins }, to: { date: to, time: ends } }
}

const MOST_AHEAD = 730
