/**
 * A calendar service's refusal, so that the calendar's own page can show it too (SCREENS B16). Kept in this tab until
 * it is read.
 */
export function keepConnectError(error: string): void {
  sessionStorage.setItem(KEY, error)
}

export const readConnectError = (): string | null => sessionStorage.getItem(KEY)
export const forgetConnectError = (): void => sessionStorage.removeItem(KEY)

const KEY = 'calendar-connect-error'
