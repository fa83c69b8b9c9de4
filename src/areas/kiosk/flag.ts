/** Can be read before any database is open: while it is set, every address of this host leads to the tablet's page. */
const FLAG = 'kiosk'

export function isTablet(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null
  } catch {
    return false
  }
}
export const raiseFlag = () => localStorage.setItem(FLAG, '1')
export const lowerFlag = () => localStorage.removeItem(FLAG)
