import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { Try } from './attempts.ts'
import type { Actor, Place } from './cast.ts'

type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Calls = Extract<CallName, `visittype.${string}`>

/** What a type is made of, but for whose it is. */
export const typeFields = (): Omit<Input<'visittype.add'>, 'id' | 'clinicId' | 'doctorId'> => ({
  name: [{ lang: 'tr', value: `Kontrol ${newId().slice(-6)}` }],
  instructions: [{ lang: 'tr', value: 'Aç karnına gelin.' }],
  duration: 40,
  price: 9000,
  bufferBefore: 0,
  bufferAfter: 10,
  type: 'face-to-face',
  forPatients: true,
  colour: 'green',
  place: 0,
})

/** Attempts for types of visits, each with its own type of the place's doctor. */
export const visitTypeAttempts: {
  readonly [C in Calls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>>
} = {
  'visittype.list': async (make, _actor, place) => ({ input: { limit: 1000 }, about: [await make.visitType(place)] }),
  'visittype.add': async (_make, _actor, place) => ({
    input: { id: newId(), clinicId: place.clinic, doctorId: place.doctor, ...typeFields() },
  }),
  'visittype.update': async (make, _actor, place) => ({ input: { id: await make.visitType(place), price: 9500 } }),
  'visittype.archive': async (make, _actor, place) => ({ input: { id: await make.visitType(place) } }),
}
