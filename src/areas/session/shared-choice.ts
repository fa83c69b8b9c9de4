import type { LoginType } from '../../../contract/session/session.ts'

/**
 * Whether this device was last used as shared on this sign-in page. By default staff share a device and patients do not
 * (TRUST D17).
 */
export const wasShared = (type: LoginType): boolean =>
  (localStorage.getItem(`shared-${type}`) ?? (type === 'patient' ? '0' : '1')) === '1'
export const keepShared = (type: LoginType, shared: boolean) =>
  localStorage.setItem(`shared-${type}`, shared ? '1' : '0')
