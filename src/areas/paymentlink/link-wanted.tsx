import type { PaymentLink } from '../../../contract/paymentlink/paymentlink.ts'
import { useVisit } from '../appointment/queries.ts'
import { usePatientCard } from '../patient/use-patient.ts'
import { LinkForm } from './link-form.tsx'

type Ends = { readonly onClose: () => void; readonly onSaved: (link: PaymentLink) => void }

/** The form of a new link that another page opened by the address: for an appointment, or for a patient. */
export function WantedLink({ visit, patient, ...ends }: { visit?: string; patient?: string } & Ends) {
  if (visit) return <ForVisit key={visit} id={visit} {...ends} />
  return patient ? <ForPatient key={patient} id={patient} {...ends} /> : null
}

function ForVisit({ id, ...ends }: { id: string } & Ends) {
  const visit = useVisit(id)
  return visit ? <LinkForm link={null} visit={visit} {...ends} /> : null
}

function ForPatient({ id, ...ends }: { id: string } & Ends) {
  const { card } = usePatientCard(id)
  return card ? <LinkForm link={null} patient={card} {...ends} /> : null
}
