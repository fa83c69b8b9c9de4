import type { Payment } from '../../../contract/payment/payment.ts'
import { useBanks } from '../bank/queries.ts'
import { useDoctorName } from '../doctor/doctor-name.ts'
import { useClinics } from '../clinic/queries.ts'
import { useDoctors } from '../doctor/queries.ts'
import { useDevice } from '../../screen/device.ts'

/** The names that payments refer to, read once for a whole list. */
export type PaymentFacts = {
  readonly doctorOf: (payment: Pick<Payment, 'doctorId'>) => string | null
  readonly clinicOf: (payment: Pick<Payment, 'clinicId'>) => string | null
  readonly bankOf: (payment: Pick<Payment, 'bankId'>) => string | null
  readonly doctors: readonly { readonly id: string; readonly name: string }[]
  /** The clinics whose payments this person may see; a private clinic's are visible only inside it (rule 47). */
  readonly clinics: readonly { readonly id: string; readonly name: string }[]
  readonly banks: readonly { readonly id: string; readonly name: string }[]
}

export function usePaymentFacts(): PaymentFacts {
  const { person } = useDevice()
  const nameOf = useDoctorName()
  const doctors = useDoctors()
  const clinics = useClinics()
  const banks = useBanks()
  const bankName = (bank: NonNullable<typeof banks>[number]) => [bank.name, bank.branch].filter(Boolean).join(', ')
  const own = doctors?.get(person.id)?.clinicIds
  return {
    doctorOf: ({ doctorId }) => (doctorId && doctors ? nameOf(doctors.get(doctorId)) : null),
    clinicOf: ({ clinicId }) => (clinicId ? (clinics?.get(clinicId)?.name ?? null) : null),
    bankOf: ({ bankId }) => {
      const bank = bankId ? banks?.find((each) => each.id === bankId) : undefined
      return bank ? bankName(bank) : null
    },
    doctors: [...(doctors?.values() ?? [])].map((doctor) => ({ id: doctor.id, name: nameOf(doctor) })),
    clinics: [...(clinics?.values() ?? [])]
      .filter((clinic) => (person.type === 'admin' ? !clinic.private : own === undefined || own.includes(clinic.id)))
      .map(({ id, name }) => ({ id, name })),
    banks: (banks ?? []).map((bank) => ({ id: bank.id, name: bankName(bank) })),
  }
}
