import type { Reply } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { kioskCalls } from '../../../contract/kiosk/kiosk.ts'
import { SENT_AT_HEADER } from '../../../contract/sync/sync.ts'
import { call, type Outcome } from '../../api/call.ts'
import { sendAs, type Send } from '../../api/http.ts'
import { sealPin } from './pin.ts'
import type { List } from './list.ts'
import { becomeTablet, dropTouches, endTablet, keepList, readTouches, type Tablet, type Touch } from './store.ts'

/** The tablet uses its own key, not a person's session. */
const asTablet = sendAs(null)

/** Makes this device a tablet for check-in; the signed-in person stays signed in. */
export async function enrol(fields: {
  name: string
  area: string
  doctorIds: readonly string[]
  pin: string
}): Promise<Outcome<Reply<'kiosk.enrol'>>> {
  const { name, area, doctorIds, pin } = fields
  const outcome = await call(kioskCalls['kiosk.enrol'], { id: newId(), name, area, doctorIds: [...doctorIds] })
  if (outcome.kind === 'done')
    await becomeTablet({ id: outcome.reply.kiosk.id, token: outcome.reply.token, pin: await sealPin(pin) })
  return outcome
}

export const listKiosks = () => call(kioskCalls['kiosk.list'], {})
export const revoke = (id: string) => call(kioskCalls['kiosk.revoke'], { id })

/**
 * Sends the touches, then fetches the list. `gone`: the tablet was revoked. Without a network the current list stays.
 */
export async function refresh(
  tablet: Tablet,
): Promise<{ kind: 'list'; list: List } | { kind: 'gone' } | { kind: 'offline' }> {
  const { id, token } = tablet
  const touches = await readTouches()
  if (touches.length) {
    const sent = await arrive(tablet, touches.slice(0, 100))
    // the server has received them, even if the desk was first or the visit no longer exists
    if (sent.kind === 'done') await dropTouches(touches.slice(0, 100).map(({ visitId }) => visitId))
    else return sent.kind === 'refused' ? { kind: 'gone' } : { kind: 'offline' }
  }
  const startedAt = Date.now()
  const outcome = await call(kioskCalls['kiosk.today'], { id, token }, asTablet)
  if (outcome.kind === 'refused' && outcome.code === 'kiosk_not_found') return { kind: 'gone' }
  if (outcome.kind !== 'done') return { kind: 'offline' }
  const at = Date.now()
  const list = { ...outcome.reply, at, offset: Date.parse(outcome.reply.now) - (startedAt + at) / 2 }
  // without room on the device, the new list is used until the next start
  await keepList(tablet, list).catch(() => undefined)
  return { kind: 'list', list }
}

/** Sends a touch that this device has no room to keep; false if it could not be sent, so that it does not count. */
export async function sendNow(tablet: Tablet, touch: Touch): Promise<boolean> {
  const sent = await arrive(tablet, [touch])
  return sent.kind === 'done' && sent.reply.arrived.includes(touch.visitId)
}

/**
 * Sends each touch with the tablet's own clock at that moment and its reading now, since the tablet's estimate of the
 * server's time may have been corrected in between. Touches of an older build have no such clock and are sent as they
 * are.
 */
function arrive({ id, token }: Tablet, touches: readonly Touch[]) {
  const isOwn = touches.every(({ offset }) => offset !== undefined)
  const arrivals = touches.map(({ visitId, at, offset }) => ({
    visitId,
    at: isOwn ? new Date(Date.parse(at) - (offset ?? 0)).toISOString() : at,
  }))
  const sentAt = () => new Date().toISOString()
  const send: Send = (request) =>
    asTablet(isOwn ? { ...request, headers: { ...request.headers, [SENT_AT_HEADER]: sentAt() } } : request)
  return call(kioskCalls['kiosk.arrive'], { id, token, arrivals }, send)
}

/** Rule 73: ends check-in on this device; touches are sent first if the server can be reached. */
export async function leave(tablet: Tablet): Promise<void> {
  await refresh(tablet)
  await call(kioskCalls['kiosk.leave'], { id: tablet.id, token: tablet.token }, asTablet)
  await endTablet()
}
