/**
 * Keeps a calendar service's refusal in this tab until it is read, so that the calendar page can show it too (SCREENS
 * B16).
 */
export function keepConnectError(error: string): void {
  sessionStorage.setItem(KEY, error)
}

export const readConnectError = (): string | null => sessionStorage.getItem(KEY)
export const forgetConnectError = (): void => sessionStorage.removeItem(KEY)

const KEY = 'calendar-connect-error'
