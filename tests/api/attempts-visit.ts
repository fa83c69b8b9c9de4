import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Try } from './attempts.ts'
import { roleOf, type Actor, type Place } from './cast.ts'

type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Calls = Exclude<Extract<CallName, `appointment.${string}`>, 'appointment.bookPaid' | 'appointment.reprice'>

/** Attempts for visits, each with its own visit. */
export const visitAttempts: { readonly [C in Calls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> } =
  {
    'appointment.list': async (make, _actor, place) => {
      const id = await make.visit(place, 'past')
      return { input: { id, limit: 1000 }, about: [id] }
    },
    'appointment.book': async (make, _actor, place) => ({
      input: {
        id: newId(),
        paymentId: newId(),
        patientId: place.patient,
        doctorId: place.doctor,
        clinicId: place.clinic,
        start: make.slot(place),
        duration: 20,
        type: 'face-to-face',
        payWith: 'later',
      },
    }),
    'appointment.update': async (make, _actor, place) => ({
      input: { id: await make.visit(place, 'future'), patientNote: 'Bahçe kapısı' },
    }),
    'appointment.complete': async (make, _actor, place) => ({ input: { id: await make.visit(place, 'past') } }),
    'appointment.reopen': async (make, _actor, place) => ({
      input: { id: await make.visit(place, 'past', 'completed') },
    }),
    'appointment.cancel': async (make, actor, place) => ({
      input: { id: await make.visit(place, 'future'), ...(roleOf(actor) !== 'patient' && { reason: 'Hekim hasta' }) },
    }),
    'appointment.move': async (make, _actor, place) => ({
      input: { id: await make.visit(place, 'future'), start: make.slot(place), duration: 20 },
    }),
    'appointment.meeting': async (make, _actor, place) => ({ input: { id: await make.meeting(place) } }),
    'appointment.join': async (make, _actor, place) => ({ input: { id: await make.meeting(place) } }),
    'appointment.arrive': async (make, _actor, place) => ({ input: { id: await make.visit(place, 'past') } }),
    'appointment.unarrive': async (make, _actor, place) => ({
      input: { id: await make.visit(place, 'past', 'arrived') },
    }),
    'appointment.noShow': async (make, _actor, place) => ({ input: { id: await make.visit(place, 'past') } }),
    'appointment.confirm': async (make, _actor, place) => ({ input: { id: await make.visit(place, 'future') } }),
    'appointment.unconfirm': async (make, _actor, place) => ({ input: { id: await make.visit(place, 'future') } }),
    'appointment.completeMany': async (make, _actor, place) => {
      const id = await make.visit(place, 'past')
      return { input: { ids: [id] }, about: [id] }
    },
  }
