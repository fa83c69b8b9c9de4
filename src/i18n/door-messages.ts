import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MessageCode } from '../../contract/kernel/messages.ts'

/**
 * Words for the codes that a sign-in page may be answered, whose catalog comes with it; all others come with the other
 * open pages and the frame (lingui.config.ts). A test holds them against the contract.
 */
export const doorMessages = {
  offline: msg`You need to be online to do this.`,
  token_invalid: msg`Please sign in again.`,
  generic_refresh: msg`Something went wrong. Load the page again.`,
  generic_retry: msg`That did not work. Try again.`,
  server_error: msg`Server error. Nothing you entered is lost; try again.`,
  unknown_error: msg`Unknown error. Try again.`,
  busy: msg`The server is busy. It will be tried again shortly.`,
  too_many_tries: msg`Too many tries. Please wait a little and try again.`,
  bad_input: msg`Some entries are not right. Check the marked fields.`,
  app_too_old: msg`This version of the app is too old. Update; your changes are kept.`,
  body_too_large: msg`This is more than the server takes at once.`,
  unauthorized: msg`You cannot do this.`,
  user_type_error: msg`This is not possible with your type of account.`,
  permission_denied: msg`You do not have permission for this.`,
  not_found: msg`We could not find this.`,
  demo_only_here: msg`This server has demo data and answers only to the machine it runs on.`,
  sign_in_failed: msg`Your email, phone or password is not right. Check and try again.`,
  session_not_found: msg`The session has ended. Try again.`,
  clinic_not_found: msg`This clinic does not exist.`,
  confirm_first: msg`First open the link in the email we sent you: it activates your account.`,
  account_passive: msg`Your account is not active. Ask the clinic; you get a message when it is.`,
  totp_required: msg`Enter the six digits your authenticator app shows now.`,
  totp_wrong: msg`The code is not right or has expired. Enter the one shown now.`,
  factor_required: msg`Two-step sign-in is required for this account. Sign in and set it up first.`,
  passkey_required: msg`Two-step sign-in is required for this account, and you only have a passkey. Sign in with the passkey on your own device. If you have lost it, set a new password: that removes your passkeys.`,
  passkey_failed: msg`This passkey does not open an account here. Sign in with your password.`,
  password_wrong: msg`The password is not right.`,
} as const satisfies Partial<Readonly<Record<MessageCode, MessageDescriptor>>>
