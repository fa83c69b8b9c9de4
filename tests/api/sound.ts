import { rowOf, type CallName } from '../../contract/calls.ts'
import { attempts, type Try } from './attempts.ts'
import type { Actor, Cast } from './cast.ts'
import { policy, type Policy } from './policy.ts'

/** Someone whom the row lets in: the desk of a clinic, where it is not for others alone. */
export function senderOf(call: CallName): Actor {
  const { roles } = rowOf(call)
  // RULES 13: a public clinic's desk looks at payments and takes cash; admins change them and prices, payers ask; nor does it publish or read what is not public (rule 77)
  if (
    /^payment\.(approve|cancel|delete|refund(?!Ask)|toBalance|earn)|^appointment\.reprice|^comment\.(un)?publish|^question\.((un)?publish|delete)|^article\.|^clinic\.hosts/.test(
      call,
    )
  )
    return 'superadmin'
  // what is read here was rung at the place's doctor
  if (call === 'notification.read') return 'doctorPublic'
  if (ofPrivateClinic(call)) return 'deskPrivate'
  if (roles === 'anyone' || roles.includes('clinic')) return 'deskPublic'
  return roles.includes('admin') ? 'superadmin' : roles.includes('doctor') ? 'doctorPublic' : 'patientPublic'
}
/** What only the users of a private clinic may, such as to recover access (decision 0061). */
const ofPrivateClinic = (call: CallName) => {
  const row: Policy = policy[call]
  return row.asks !== 'anyone' && row.clinic === 'private' && row.admin === 'forbidden'
}

/** A sound input and the headers of the one who may send it; of a call that ends them, someone who is there for this alone. */
export async function soundInput(cast: Cast, make: Try, call: CallName) {
  const place = ofPrivateClinic(call) ? cast.places.gizli1 : cast.places.kuzey1
  const { input, as } = await attempts[call](make, senderOf(call), place)
  // every input is an object
  return { input: { ...input } as Record<string, unknown>, headers: (as ?? cast.clients[senderOf(call)]).headers }
}
