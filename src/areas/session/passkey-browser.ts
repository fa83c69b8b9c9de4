import { startAuthentication, startRegistration, WebAuthnAbortService } from '@simplewebauthn/browser'
import type { Input, Reply } from '../../../contract/calls.ts'

/** How the browser's dialog ended. Cancelling it is not an error. */
export type Ceremony<T> =
  | { readonly kind: 'made'; readonly credential: T }
  | { readonly kind: 'cancelled' }
  /** The authenticator already has a passkey of this account for this host. */
  | { readonly kind: 'known' }
  | { readonly kind: 'impossible' }

/** Loads the library only when a passkey is made; no page needs it to draw. */
export const makePasskey = ({ excludeCredentials, ...options }: Reply<'session.passkeyAddStart'>['options']) =>
  ceremony(async (): Promise<Input<'session.passkeyAdd'>['credential']> => {
    const known = excludeCredentials as Parameters<typeof startRegistration>[0]['optionsJSON']['excludeCredentials'] // the browser defines the transports
    const { id, rawId, type, response } = await startRegistration({
      optionsJSON: { ...options, ...(known && { excludeCredentials: known }) },
    })
    const { clientDataJSON, attestationObject, transports } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } }
  })

/**
 * With `autofill`, passkeys are offered among the names that the browser fills in, until one is chosen or `stopAsking`
 * is called; else in a dialog.
 */
export const askPasskey = (options: Reply<'session.passkeyStart'>['options'], autofill: boolean) =>
  ceremony(async (): Promise<Input<'session.passkeySignIn'>['credential']> => {
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON: options,
      useBrowserAutofill: autofill,
    })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return {
      id,
      rawId,
      type,
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
    }
  })

export const stopAsking = () => WebAuthnAbortService.cancelCeremony()

async function ceremony<T>(run: () => Promise<T>): Promise<Ceremony<T>> {
  try {
    return { kind: 'made', credential: await run() }
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return { kind: 'cancelled' }
    return name === 'InvalidStateError' ? { kind: 'known' } : { kind: 'impossible' }
  }
}
