import { rowOf, type CallName } from '../../contract/calls.ts'
import { attempts, type Try } from './attempts.ts'
import type { Actor, Cast } from './cast.ts'
import { policy, type Policy } from './policy.ts'

/** Someone whom the call admits: a clinic's desk, unless the call is for others alone. */
export function senderOf(call: CallName): Actor {
  const { roles } = rowOf(call)
  // RULES 13: a public clinic's desk sees payments and takes cash; admins change payments and prices, payers start
  // them; nor does the desk publish or read what is not public (rule 77)
  if (
    /^payment\.(approve|cancel|delete|refund(?!Ask)|toBalance|earn)|^appointment\.reprice|^comment\.(un)?publish|^question\.((un)?publish|delete)|^article\.|^clinic\.hosts/.test(
      call,
    )
  )
    return 'superadmin'
  // the notification that is read here went to the place's doctor
  if (call === 'notification.read') return 'doctorPublic'
  if (ofPrivateClinic(call)) return 'deskPrivate'
  if (roles === 'anyone' || roles.includes('clinic')) return 'deskPublic'
  return roles.includes('admin') ? 'superadmin' : roles.includes('doctor') ? 'doctorPublic' : 'patientPublic'
}
/** What only users of a private clinic may do, such as recovering access (decision 0061). */
const ofPrivateClinic = (call: CallName) => {
  const row: Policy = policy[call]
  return row.asks !== 'anyone' && row.clinic === 'private' && row.admin === 'forbidden'
}

/**
 * A valid input, and the headers of someone who may send it; for a call that ends the sender's session, a person made
 * for it.
 */
export async function soundInput(cast: Cast, make: Try, call: CallName) {
  const place = ofPrivateClinic(call) ? cast.places.gizli1 : cast.places.kuzey1
  const { input, as } = await attempts[call](make, senderOf(call), place)
  // every input is an object
  return { input: { ...input } as Record<string, unknown>, headers: (as ?? cast.clients[senderOf(call)]).headers }
}
