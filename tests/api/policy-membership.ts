import type { CallName } from '../../contract/calls.ts'
import { webhookPolicy } from './policy-webhook.ts'
import type { Policy } from './policy.ts'
import { clinicsOnly, doctorsOnly } from './reach.ts'

/**
 * Invitations belong to their clinic and their doctor; a doctor's side of a membership is theirs alone (rules 49, 53).
 */
export const membershipPolicy = {
  'import.list': { asks: 'self', ...clinicsOnly('own') },
  'import.add': { asks: 'self', ...clinicsOnly('own') },
  'import.send': { asks: 'object', ...clinicsOnly('clinic') },
  'import.read': { asks: 'object', ...clinicsOnly('clinic') },
  'import.start': { asks: 'object', ...clinicsOnly('clinic') },
  'import.undo': { asks: 'object', ...clinicsOnly('clinic') },
  'import.drop': { asks: 'object', ...clinicsOnly('clinic') },
  'invitation.list': { asks: 'self', ...clinicsOnly('own') },
  'invitation.withdraw': { asks: 'object', ...clinicsOnly('clinic') },
  'invitation.mine': { asks: 'self', ...doctorsOnly() },
  'invitation.accept': { asks: 'object', ...doctorsOnly() },
  'invitation.decline': { asks: 'object', ...doctorsOnly() },
  'membership.share': { asks: 'object', ...doctorsOnly(), doctor: 'clinic' },
  'membership.leave': { asks: 'object', ...doctorsOnly() },
  'proposal.list': { asks: 'self', ...clinicsOnly('own'), doctor: 'own' },
  'proposal.accept': { asks: 'object', ...doctorsOnly() },
  'registration.list': { asks: 'self', ...clinicsOnly('own') },
  'registration.accept': { asks: 'object', ...clinicsOnly('clinic') },
  'registration.decline': { asks: 'object', ...clinicsOnly('clinic') },
  'proposal.drop': { asks: 'object', ...clinicsOnly('clinic'), doctor: 'own' },
  ...webhookPolicy,
} as const satisfies Record<
  Extract<CallName, `${'import' | 'invitation' | 'membership' | 'proposal' | 'registration' | 'webhook'}.${string}`>,
  Policy
>
