import type { Reply } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { kioskCalls } from '../../../contract/kiosk/kiosk.ts'
import { call, type Outcome } from '../../api/call.ts'
import { sendAs } from '../../api/http.ts'
import { sealPin } from './pin.ts'
import type { List } from './list.ts'
import { becomeTablet, dropTouches, endTablet, keepList, readTouches, type Tablet, type Touch } from './store.ts'

/** The tablet speaks with its own key and nobody's session. */
const asTablet = sendAs(null)

/** Makes this device a tablet for check-in; whoever is signed in still is. */
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

/** Sends what was touched, then asks for the list. `gone`: the tablet was taken back. Without a network what is here stays. */
export async function refresh(
  tablet: Tablet,
): Promise<{ kind: 'list'; list: List } | { kind: 'gone' } | { kind: 'offline' }> {
  const { id, token } = tablet
  const touches = await readTouches()
  if (touches.length) {
    const sent = await call(kioskCalls['kiosk.arrive'], { id, token, arrivals: touches.slice(0, 100) }, asTablet)
    // what the server has heard is done with, also where the desk was first or the visit is no more
    if (sent.kind === 'done') await dropTouches(touches.slice(0, 100).map(({ visitId }) => visitId))
    else return sent.kind === 'refused' ? { kind: 'gone' } : { kind: 'offline' }
  }
  const asked = Date.now()
  const outcome = await call(kioskCalls['kiosk.today'], { id, token }, asTablet)
  if (outcome.kind === 'refused' && outcome.code === 'kiosk_not_found') return { kind: 'gone' }
  if (outcome.kind !== 'done') return { kind: 'offline' }
  const at = Date.now()
  const list = { ...outcome.reply, at, offset: Date.parse(outcome.reply.now) - (asked + at) / 2 }
  // a device without room works on what it has just heard, until it is started anew
  await keepList(tablet, list).catch(() => undefined)
  return { kind: 'list', list }
}

/** A touch that this device has no room to keep goes at once, or it was none. */
export async function sendNow({ id, token }: Tablet, touch: Touch): Promise<boolean> {
  const sent = await call(kioskCalls['kiosk.arrive'], { id, token, arrivals: [touch] }, asTablet)
  return sent.kind === 'done' && sent.reply.arrived.includes(touch.visitId)
}

/** Rule 73: ends check-in here; what was touched is sent first where the server can be reached. */
export async function leave(tablet: Tablet): Promise<void> {
  await refresh(tablet)
  await call(kioskCalls['kiosk.leave'], { id: tablet.id, token: tablet.token }, asTablet)
  await endTablet()
}
