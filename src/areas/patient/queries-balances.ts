import { useMemo } from 'react'
import { patientContactCalls } from '../../../contract/patient/patient-contact.ts'
import { call } from '../../api/call.ts'
import { useDevice } from '../../screen/device.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import type { Balances } from './list-state.ts'

/**
 * What lies in patients' wallets, for admins and desks: of these, or of all. Money of patients is not kept on this device, so it is asked
 * for when the list is opened and when there is a line again; null while it is not known, and for doctors, who see none (SCREENS B7).
 */
export function useBalances(online: boolean, ids?: readonly string[]): Balances | null {
  const { person } = useDevice()
  const asks = online && person.type !== 'doctor'
  const { value } = useAnswer(
    async () =>
      asks
        ? call(patientContactCalls['patient.balances'], ids ? { ids: [...ids] } : {})
        : { kind: 'unreachable' as const },
    `${asks} ${ids?.join(' ') ?? 'all'}`,
  )
  const balances = asks ? value?.balances : undefined
  // a new map would sort the whole list again
  return useMemo(() => (balances ? Map.groupBy(balances, ({ patientId }) => patientId) : null), [balances])
}
