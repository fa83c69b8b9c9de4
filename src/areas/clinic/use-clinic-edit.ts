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
  /** Fields that were wrong when saving was last tried. */
  readonly wrong: readonly WrongPart[]
  /** Looks at the fields; answers whether all may be saved. */
  readonly check: () => readonly WrongPart[]
  /** Back to the clinic as it is; the draft is let go. */
  readonly reset: () => void
}

/** The texts of a clinic as they are being edited, kept as a draft on this device until they are saved (SCREENS B0). */
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
