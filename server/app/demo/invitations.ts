import { INVITATION_DAYS } from '../../../contract/invitation/invitation.ts'
import { demoId } from './ids.ts'
import type { People } from './people.ts'
import type { Plan } from './plan.ts'

/**
 * Another public clinic has invited the first clinic's doctor who signs in, who may answer at any time; that clinic
 * also waits for an invited contact that no one has.
 */
export function invitationRows({ clinics, now }: Plan, { doctors, persons }: People) {
  const doctor = doctors.find(({ n }) => n === 0)
  const asks = clinics.find((clinic) => !clinic.private && !doctor?.clinics.includes(clinic))
  if (!doctor || !asks) return []
  const row = (k: number, email: string | null, doctorId: string | null) => ({
    id: demoId('invitation', k),
    clinic_id: asks.id,
    realm: null,
    email,
    phone: null,
    doctor_id: doctorId,
    invited_by: asks.name,
    created_at: new Date(now - k * DAY).toISOString(),
    expires_at: new Date(now + (INVITATION_DAYS - k) * DAY).toISOString(),
  })
  const { email } = persons.find(({ id }) => id === doctor.id)!
  return [row(1, email, doctor.id), row(2, 'no.such.doctor@demo.bedside.test', null)]
}

const DAY = 86_400_000
