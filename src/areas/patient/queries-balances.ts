import { useMemo } from 'react'
import { patientContactCalls } from '../../../contract/patient/patient-contact.ts'
import { call } from '../../api/call.ts'
import { useDevice } from '../../screen/device.ts'
import { useAnswer } from '../../screen/use-answer.ts'
import type { Balances } from './list-state.ts'

/**
 * What patients' wallets hold, for admins and desks: of these patients, or of all. The device does not keep patients'
 * money, so it is fetched when the list opens and when the connection returns. Null while unknown, and for doctors, who
 * see none (SCREENS B7).
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
