import type { LoginType } from '../../../contract/session/session.ts'

/** Whether this device was last shared, by who comes in by this door; before anyone has said so staff share and patients do not (TRUST D17). */
export const wasShared = (type: LoginType): boolean =>
  (localStorage.getItem(`shared-${type}`) ?? (type === 'patient' ? '0' : '1')) === '1'
export const keepShared = (type: LoginType, shared: boolean) =>
  localStorage.setItem(`shared-${type}`, shared ? '1' : '0')
