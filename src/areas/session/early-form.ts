/** What was typed into the form that stands in the page before the app does (server/app/sign-in-page). */
export type EarlyForm = {
  readonly username: string
  readonly password: string
  /** Whether others use the device, where it was said otherwise than it stood. */
  readonly shared: boolean | null
  /** The field that was being typed in. */
  readonly focus: 'username' | 'password' | null
  /** Sent already, before anything could be done with it. */
  readonly sent: boolean
  /** The path of a link that is held down at this moment: the browser does not click what is gone when it is released. */
  readonly pressed: string | null
}

/** Takes over what was typed and takes the form away, so that the app's own is seen; null where there is none. */
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

/** For every page that is not a sign-in. */
export const removeEarlyForm = (): void => document.querySelector('#early')?.remove()
