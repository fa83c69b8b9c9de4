import { useLingui } from '@lingui/react/macro'
import { useCallback } from 'react'
import type { Doctor } from '../../../contract/doctor/doctor.ts'

/** "Doç. Dr. Emre Tunçbilek"; a word instead for a doctor this device does not know. */
export function useDoctorName(): (doctor: Pick<Doctor, 'title' | 'name'> | undefined) => string {
  const { t } = useLingui()
  return useCallback(
    (doctor) => (doctor ? `${doctor.title} ${doctor.name}`.trim() : t`Doctor unknown to this device`),
    [t],
  )
}
