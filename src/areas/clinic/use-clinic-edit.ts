import { useEffect, useState } from 'react'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import { useDevice } from '../../screen/device.ts'
import { valuesOf, wrongParts, type ClinicValues, type WrongPart } from './clinic-values.ts'
import { keepClinicDraft } from './commands-draft.ts'
import { readClinicDraft } from './queries-draft.ts'

export type ClinicEdit = {
  readonly values: ClinicValues
  readonly before: ClinicValues
  readonly set: (patch: Partial<ClinicValues>) => void
  readonly dirty: boolean
  /** Fields that were invalid at the last attempt to save. */
  readonly wrong: readonly WrongPart[]
  /** Checks the fields; returns the invalid ones. */
  readonly check: () => readonly WrongPart[]
  /** Resets the form to the saved clinic and deletes the draft. */
  readonly reset: () => void
}

/** The texts of a clinic while they are edited, kept as a draft on this device until they are saved (SCREENS B0). */
export function useClinicEdit(clinic: Clinic): ClinicEdit {
  const device = useDevice()
  const before = valuesOf(clinic)
  const [patch, setPatch] = useState<Partial<ClinicValues>>({})
  const [wrong, setWrong] = useState<readonly WrongPart[]>([])
  useEffect(() => {
    let gone = false
    void readClinicDraft(device, clinic.id).then((draft) => {
      if (!gone && draft) setPatch((now) => ({ ...draft, ...now }))
    })
    return () => void (gone = true)
  }, [device, clinic.id])
  const values = { ...before, ...patch }
  const keep = (next: Partial<ClinicValues>) => {
    setPatch(next)
    void keepClinicDraft(device, clinic.id, Object.keys(next).length ? next : null)
  }
  return {
    values,
    before,
    set: (more) => keep({ ...patch, ...more }),
    dirty: JSON.stringify(values) !== JSON.stringify(before),
    wrong,
    check: () => {
      const found = wrongParts(values)
      setWrong(found)
      return found
    },
    reset: () => {
      setWrong([])
      keep({})
    },
  }
}
