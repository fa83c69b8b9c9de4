import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import { addDays, todayIn } from '../../contract/kernel/time.ts'
import type { Try } from './attempts.ts'
import { visitTypeAttempts } from './attempts-visittype.ts'
import { roleOf, type Actor, type Place } from './cast.ts'

type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Calls = Extract<CallName, `${'availability' | 'busy' | 'closure' | 'figures' | 'visittype'}.${string}`>

/** Attempts for hours and for closed times of a doctor and of a clinic, each with its own hours. */
export const hoursAttempts: { readonly [C in Calls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> } =
  {
    'availability.get': async (make, _actor, place) => ({
      input: { doctor: place.doctor, start: make.day(20), end: make.day(21), type: 'physical' },
    }),
    'availability.next': async (make, _actor, place) => ({
      input: await make.onlyOne(place),
      about: [place.doctor],
    }),
    'availability.hold': async (make, _actor, place) => ({
      input: {
        doctorId: place.doctor,
        clinicId: place.clinic,
        type: 'face-to-face',
        start: make.slot(place),
        duration: 20,
      },
    }),
    'availability.release': async () => ({ input: {} }),
    'availability.add': async (make, _actor, place) => ({
      input: { id: newId(), doctorId: place.doctor, clinicId: place.clinic, ...make.evening(), price: 5000 },
    }),
    'availability.update': async (make, _actor, place) => ({ input: { id: await make.hours(place), endTime: 2230 } }),
    'availability.price': async (make, _actor, place) => ({ input: { id: await make.hours(place), price: 7500 } }),
    'availability.activate': async (make, _actor, place) => ({ input: { id: await make.hours(place, 'passive') } }),
    'availability.passivate': async (make, _actor, place) => ({ input: { id: await make.hours(place) } }),
    'availability.priceMany': async (make, _actor, place) => manyHours(await make.hours(place), { price: 7500 }),
    'availability.activateMany': async (make, _actor, place) => manyHours(await make.hours(place, 'passive'), {}),
    'availability.passivateMany': async (make, _actor, place) => manyHours(await make.hours(place), {}),
    'availability.delete': async (make, _actor, place) => ({ input: { id: await make.hours(place) } }),
    'busy.add': async (make, _actor, place) => {
      const { start, end } = make.quiet()
      return { input: { id: newId(), doctorId: place.doctor, start, end, title: 'Diş hekimi' } }
    },
    'busy.remove': async (make, actor, place) => {
      const role = roleOf(actor)
      return { input: { id: await make.busy(place, role === 'admin' || role === 'clinic' ? role : 'doctor') } }
    },
    'figures.summary': async ({ server }) => {
      const today = todayIn('Europe/Istanbul', server.clock.now)
      return { input: { from: addDays(today, -60), to: addDays(today, 200) } }
    },
    ...visitTypeAttempts,
    'closure.list': async (make, _actor, place) => ({ input: { limit: 1000 }, about: [await make.closure(place)] }),
    'closure.add': async (make) => ({ input: { id: newId(), name: 'Bayram', ...make.quiet() } }),
    'closure.remove': async (make, _actor, place) => ({ input: { id: await make.closure(place) } }),
  }

const manyHours = <const M extends object>(id: string, more: M) => ({ input: { ids: [id], ...more }, about: [id] })
