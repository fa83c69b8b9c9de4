import { useLiveQuery } from 'dexie-react-hooks'
import type { Branch } from '../../../contract/branch/branch.ts'
import { rowsIn } from '../../db/database.ts'
import { show } from '../../db/row.ts'
import { useDevice } from '../../screen/device.ts'

/**
 * The number of doctors on this device whose online hours would end if this specialty had no online calls (rule 12).
 */
export function useOnlineDoctors(branch: Branch): number | undefined {
  const { db } = useDevice()
  return useLiveQuery(async () => {
    const [doctors, branches, hours] = await Promise.all([
      rowsIn(db, 'doctor').toArray(),
      rowsIn(db, 'branch').toArray(),
      rowsIn(db, 'availability').toArray(),
    ])
    const callers = new Set(
      branches.map((stored) => show('branch', stored)).flatMap(({ id, onlineCalls }) => (onlineCalls ? [id] : [])),
    )
    const online = new Set(
      hours
        .map((stored) => show('availability', stored))
        .flatMap(({ type, status, doctorId }) => (type === 'online' && status === 'active' ? [doctorId] : [])),
    )
    return doctors
      .map((stored) => show('doctor', stored))
      .filter(
        ({ id, branchIds }) =>
          online.has(id) &&
          branchIds.includes(branch.id) &&
          !branchIds.some((other) => other !== branch.id && callers.has(other)),
      ).length
  }, [db, branch.id])
}
