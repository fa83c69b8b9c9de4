import type { CallName, Input, Reply } from '../../contract/calls.ts'
import { linkToken } from '../../server/areas/appointment/link-token.ts'
import type { Try } from './attempts.ts'
import { placeOfHost } from './attempts-money.ts'
import { PEOPLE, refreshLimits, type Actor, type Place } from './cast.ts'

type Calls = Extract<CallName, `appointmentlink.${string}`>
type Attempts = { readonly [C in Calls]: (make: Try, actor: Actor) => Promise<{ readonly input: Input<C> }> }

/** Attempts for the link in a message, each with its own appointment on the actor's host. */
export const linkAttempts: Attempts = {
  'appointmentlink.open': async (make, actor) => ({ input: { token: await future(make, actor) } }),
  'appointmentlink.times': async (make, actor) => ({
    input: { token: await future(make, actor), from: Number(make.day(30)) },
  }),
  'appointmentlink.move': async (make, actor) => ({
    input: { token: await future(make, actor), start: make.slot(placeOfHost(make, actor)), duration: 20 },
  }),
  'appointmentlink.cancel': async (make, actor) => ({ input: { token: await future(make, actor) } }),
  'appointmentlink.confirm': async (make, actor) => ({ input: { token: await future(make, actor) } }),
  'appointmentlink.join': async (make, actor) => {
    const place = placeOfHost(make, actor)
    return { input: { token: await tokenFor(make, place, await make.meeting(place)) } }
  },
  'appointmentlink.pay': async (make, actor) => {
    // the actors share a patient, who may open a payment page only a few times a minute
    refreshLimits(make.server)
    const token = await future(make, actor)
    const opened = await make.server.nobody(hostOf(actor)).call('appointmentlink.open', { token })
    const { toPay } = (opened.body as Reply<'appointmentlink.open'>).appointment ?? { toPay: null }
    return { input: { token, shown: toPay ?? { amount: 5000, currency: 'try' } } }
  },
}

/** The token of an appointment's link, as in the message to its patient. */
export async function tokenFor({ server }: Try, place: Pick<Place, 'patient'>, visitId: string): Promise<string> {
  const { rows } = await server.pool.query<{ recipient: string | null }>('select recipient from person_to_reach($1)', [
    place.patient,
  ])
  return linkToken(server.deps.vault, visitId, rows[0]?.recipient ?? '')
}

async function future(make: Try, actor: Actor): Promise<string> {
  const place = placeOfHost(make, actor)
  return tokenFor(make, place, await make.visit(place, 'future'))
}

const hostOf = (actor: Actor) => PEOPLE.find(([each]) => each === actor)?.[2] ?? 'localhost'
