import { useState } from 'react'
import { type Contact, patientContactCalls } from '../../../contract/patient/patient-contact.ts'
import { call } from '../../api/call.ts'
import { useAnswer } from '../../screen/use-answer.ts'

/** A patient's contact log, newest first; `showOlder` adds a page, and what is shown stays meanwhile. */
export function useContacts(patientId: string) {
  const [shown, setShown] = useState<readonly Contact[]>([])
  const before = shown.at(-1)?.id
  const { value, ...answer } = useAnswer(
    () => call(patientContactCalls['patient.contacts'], { id: patientId, ...(before && { before }) }),
    `${patientId} ${before ?? ''}`,
  )
  const contacts = value && [...new Map([...shown, ...value.contacts].map((each) => [each.id, each])).values()]
  return {
    ...answer,
    contacts,
    more: value?.more === true,
    showOlder: () => setShown(contacts ?? []),
  }
}
