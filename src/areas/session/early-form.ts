/** What was typed into the form that the page contains before the app starts (server/app/sign-in-page). */
export type EarlyForm = {
  readonly username: string
  readonly password: string
  /** Whether others use the device, if the person changed that box. */
  readonly shared: boolean | null
  /** The field with the focus. */
  readonly focus: 'username' | 'password' | null
  /** True if it was submitted before the app could handle it. */
  readonly sent: boolean
  /** The path of a link that is pressed right now: the browser does not click an element that is gone on release. */
  readonly pressed: string | null
}

/** Returns what was typed and removes the form, so that the app's own is seen; null if there is none. */
export function takeEarlyForm(): EarlyForm | null {
  const early = document.querySelector('#early')
  const form = early?.querySelector<HTMLFormElement>('#early-form')
  if (!early || !form) return null
  const field = (name: string) => form.querySelector<HTMLInputElement>(`#early-${name}`)
  const [username, password, shared] = [field('username'), field('password'), field('shared')]
  const active = document.activeElement
  const isHeld = (selector: string) => form.querySelector(`${selector}:active`) !== null
  const ticked = shared && shared.checked !== isHeld('label.check')
  const taken: EarlyForm = {
    username: username?.value ?? '',
    password: password?.value ?? '',
    shared: shared && ticked !== shared.defaultChecked ? ticked : null,
    focus: active === username ? 'username' : active === password ? 'password' : null,
    sent: form.dataset['sent'] !== undefined || isHeld('button'),
    pressed: early.querySelector('a[href^="/"]:active')?.getAttribute('href') ?? null,
  }
  removeEarlyForm()
  return taken
}

/** For pages that are not a sign-in. */
export const removeEarlyForm = (): void => document.querySelector('#early')?.remove()
