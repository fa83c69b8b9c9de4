import './visittype.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import { SHORTEST_VISIT_MINUTES as LEAST, LONGEST_VISIT_MINUTES as MOST } from '../../../contract/kernel/constants.ts'
import {
  INSTRUCTIONS_MAX,
  MOST_BUFFER,
  VISIT_COLOURS,
  type VisitColour,
} from '../../../contract/visittype/visittype.ts'
import { useClinics } from '../clinic/queries.ts'
import { fullName } from '../doctor/doctor-words.ts'
import { useBranches, useDoctors } from '../doctor/queries.ts'
import { usePlaces } from '../doctor/use-places.ts'
import { useDevice } from '../../screen/device.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'
import { useSaySaved } from '../../screen/say-saved.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { MultilingualField } from '../../ui/multilingual-field.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textIn } from '../../../contract/visittype/visittype.rules.ts'
import { useLanguage } from '../../i18n/locale.ts'
import { COLOUR_WORDS } from './colour-words.ts'
import { addVisitType, editVisitType } from './commands.ts'
import type { ShownVisitType } from './queries.ts'
import { draftOf, readDraft, type VisitTypeDraft } from './visit-type-draft.ts'
import { VisitTypeMark } from './visit-type-mark.tsx'

/** Adds a type of visit or changes one (decision 0159); whose it is stays. `place`: where a new one stands in the list. */
export function VisitTypeForm({
  type,
  place,
  onClose,
}: {
  type: ShownVisitType | null
  place: number
  onClose: () => void
}) {
  const { t, i18n } = useLingui()
  const language = useLanguage()
  const device = useDevice()
  const offline = useIsOffline()
  const save = useSaySaved()
  const { person } = device
  const clinics = useClinics()
  const doctors = useDoctors()
  const places = usePlaces(person.type === 'doctor' ? person.id : null)
  const first = {
    clinicId: person.clinicId ?? places[0]?.id ?? null,
    doctorId: person.type === 'doctor' ? person.id : null,
  }
  const [typed, setTyped] = useState<VisitTypeDraft>(() => draftOf(type, first))
  const [tried, setTried] = useState(false)
  const change = (part: Partial<VisitTypeDraft>) => setTyped((before) => ({ ...before, ...part }))
  const read = readDraft(typed)
  // clinics may be read after the form is drawn; until one is chosen the first counts
  const clinicId = type ? type.clinicId : (typed.clinicId ?? first.clinicId)
  const currency = type?.currency ?? clinics?.get(clinicId ?? '')?.currency ?? 'try'
  const colleagues = [...(doctors?.values() ?? [])].filter(
    ({ active, clinicIds }) => active && clinicIds.includes(clinicId ?? ''),
  )
  const branches = useBranches()
  const isOnlinePossible = (typed.doctorId ? colleagues.filter(({ id }) => id === typed.doctorId) : colleagues).some(
    ({ branchId, branchIds }) => [branchId, ...branchIds].some((id) => branches?.get(id ?? '')?.onlineCalls),
  )
  const bufferError = (minutes: number | null) =>
    tried && minutes === null ? t`Between 0 and ${MOST_BUFFER} minutes.` : null

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    const { name, price, duration, bufferBefore, bufferAfter, instructions } = read
    if (name === null || price === null || duration === null || bufferBefore === null || bufferAfter === null) {
      const form = event.currentTarget
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    const { doctorId, type: kind, forPatients, colour } = typed
    const fields = { name, instructions, duration, price, bufferBefore, bufferAfter, type: kind, forPatients, colour }
    const saved = await save(
      () =>
        type
          ? editVisitType(device, { id: type.id, ...changedOf(type, fields) })
          : addVisitType(device, { clinicId, doctorId, ...fields, place }, currency),
      textIn(name, language),
    )
    if (saved) onClose()
  }

  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={type ? <Trans>Edit the appointment type</Trans> : <Trans>New appointment type</Trans>}
      description={type ? <Trans>Appointments that are booked keep their name, length and price.</Trans> : undefined}
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <MultilingualField
          label={t`Name of the appointment type`}
          required
          max={120}
          value={typed.name}
          onChange={(name) => change({ name })}
          error={tried && read.name === null && t`Fill in the Turkish name.`}
        />
        {!type && person.type === 'clinic' && (
          <Field label={<Trans>Who offers it</Trans>}>
            <NativeSelect
              value={typed.doctorId ?? ''}
              onChange={({ target }) => change({ doctorId: target.value || null })}
            >
              <option value="">{t`Every doctor of the clinic`}</option>
              {colleagues.map((doctor) => (
                <option key={doctor.id} value={doctor.id}>
                  {fullName(doctor)}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        {!type && person.type === 'doctor' && places.length > 1 && (
          <Field label={<Trans>Clinic</Trans>}>
            <NativeSelect value={clinicId ?? ''} onChange={({ target }) => change({ clinicId: target.value })}>
              {places.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </NativeSelect>
          </Field>
        )}
        <div className="visit-type-two">
          <Field
            label={<Trans>Length in minutes</Trans>}
            required
            error={tried && read.duration === null ? t`Between ${LEAST} and ${MOST} minutes.` : null}
          >
            <Minutes value={typed.duration} onChange={(duration) => change({ duration })} />
          </Field>
          <Field
            label={<Trans>Price in {currency.toUpperCase()}</Trans>}
            required
            error={tried && read.price === null ? t`Enter an amount such as 1250.00.` : null}
          >
            <MoneyInput value={typed.price} onChange={(price) => change({ price })} />
          </Field>
          <Field
            label={<Trans>Minutes kept free before</Trans>}
            help={<Trans>To prepare; no other appointment is offered in them.</Trans>}
            error={bufferError(read.bufferBefore)}
          >
            <Minutes value={typed.bufferBefore} onChange={(bufferBefore) => change({ bufferBefore })} />
          </Field>
          <Field
            label={<Trans>Minutes kept free after</Trans>}
            help={<Trans>To clean up or write notes.</Trans>}
            error={bufferError(read.bufferAfter)}
          >
            <Minutes value={typed.bufferAfter} onChange={(bufferAfter) => change({ bufferAfter })} />
          </Field>
          <Field label={<Trans>Online or in person</Trans>}>
            <NativeSelect
              value={typed.type}
              onChange={({ target }) => change({ type: target.value === 'online' ? 'online' : 'face-to-face' })}
            >
              <option value="face-to-face">{t`Face to face`}</option>
              {(isOnlinePossible || typed.type === 'online') && <option value="online">{t`Online`}</option>}
            </NativeSelect>
          </Field>
          <Field
            label={<Trans>Colour</Trans>}
            aside={<VisitTypeMark type={{ name: typed.name, colour: typed.colour }} />}
          >
            <NativeSelect
              value={typed.colour}
              onChange={({ target }) =>
                change({ colour: VISIT_COLOURS.find((each) => each === target.value) ?? 'blue' })
              }
            >
              {VISIT_COLOURS.map((colour: VisitColour) => (
                <option key={colour} value={colour}>
                  {i18n._(COLOUR_WORDS[colour])}
                </option>
              ))}
            </NativeSelect>
          </Field>
        </div>
        <Checkbox
          checked={typed.forPatients}
          help={<Trans>Otherwise only the desk and the doctor book it.</Trans>}
          onChange={({ target }) => change({ forPatients: target.checked })}
        >
          <Trans>Patients may book it themselves</Trans>
        </Checkbox>
        <MultilingualField
          label={t`Instructions for the patient`}
          max={INSTRUCTIONS_MAX}
          value={typed.instructions}
          onChange={(instructions) => change({ instructions })}
        />
        <div className="dialog-foot">
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" look="primary">
            {offline ? <Trans>Save on this device</Trans> : <Trans>Save</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** A number of minutes as it is typed; its field names it and says what is wrong. */
function Minutes({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Only what differs, so that two people who change different fields do not get a conflict. */
const changedOf = <T extends object>(before: T, fields: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T])),
  ) as Partial<T> // a part of the same fields
