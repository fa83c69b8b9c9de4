import type { CallName, Input } from '../../contract/calls.ts'
import { newId } from '../../contract/kernel/id.ts'
import type { TestServer } from '../support/server.ts'
import { startSmtp } from '../support/smtp.ts'
import { PASSWORD } from '../support/world.ts'
import type { Try } from './attempts.ts'
import { roleOf, type Actor, type Place } from './cast.ts'

type Attempt<N extends CallName> = { readonly input: Input<N>; readonly about?: readonly string[] }
type Calls = Exclude<Extract<CallName, `clinic.${string}`>, 'clinic.web'>

/**
 * Attempts for clinics. What would change the world for other attempts uses its own clinic, private if the place is.
 */
export const clinicAttempts: { readonly [C in Calls]: (make: Try, actor: Actor, place: Place) => Promise<Attempt<C>> } =
  {
    'clinic.list': async (_, _actor, place) => ({ input: { limit: 1000 }, about: [place.clinic] }),
    'clinic.add': async () => ({ input: newClinic() }),
    'clinic.update': async (_, _actor, place) => ({ input: { id: place.clinic, address: 'Deneme Sokak 7' } }),
    'clinic.hosts': async (make, actor, place) => ({
      input: {
        id: roleOf(actor) === 'clinic' ? place.clinic : await ownClinic(make, place),
        webUrl: `${tail()}.example`,
      },
    }),
    'clinic.activate': async (make, _actor, place) => ({ input: { id: await ownClinic(make, place) } }),
    'clinic.passivate': async (make, _actor, place) => ({ input: { id: await ownClinic(make, place) } }),
    'clinic.setPrivate': async (make, actor, place) => ({
      input:
        roleOf(actor) === 'admin'
          ? { id: await ownClinic(make, place, 'with a user'), private: true }
          : // the present value: other attempts depend on it
            { id: place.clinic, private: actor === 'deskPrivate' },
    }),
    'clinic.requireFactor': async (_, _actor, place) => ({ input: { id: place.clinic, required: false } }),
    'clinic.mail': async () => ({ input: {} }),
    'clinic.keepMail': async ({ server }) => ({
      input: {
        password: PASSWORD,
        host: '127.0.0.1',
        port: await portOf(server),
        username: null,
        sender: 'a@b.example',
      },
    }),
    'clinic.dropMail': async () => ({ input: { password: PASSWORD } }),
    'clinic.addFirstUser': async (make, _actor, place) => ({
      input: {
        id: await ownClinic(make, place),
        userId: newId(),
        name: 'İlk Kullanıcı',
        email: `${tail()}@test.example`,
        phone: make.phone(),
      },
    }),
    'clinic.delete': async (make, _actor, place) => ({ input: { id: await ownClinic(make, place) } }),
    'clinic.checkHost': async () => ({ input: { host: 'yeni.localhost' } }),
    'clinic.checkCss': async () => ({ input: { css: 'h2 { color: red }' } }),
  }

/** A mail server that accepts everything, one per server. */
const mailServers = new WeakMap<TestServer, ReturnType<typeof startSmtp>>()
async function portOf(server: TestServer): Promise<number> {
  const known = mailServers.get(server) ?? startSmtp()
  mailServers.set(server, known)
  return (await known).port
}

export const newClinic = (): Input<'clinic.add'> => ({
  id: newId(),
  name: `Klinik ${tail()}`,
  slug: tail(),
  zone: 'Europe/Istanbul',
  currency: 'try',
  brand: '#006c76',
  city: 'İzmir',
  location: { lat: 38.42, lng: 27.14 },
})

/** A clinic of the place's kind that no other attempt uses; for the absent place an id that does not exist. */
export async function ownClinic({ server }: Try, place: Place, user?: 'with a user'): Promise<string> {
  const { id, name, slug } = newClinic()
  const { rowCount } = await server.pool.query(
    `insert into clinic (id, name, slug, zone, currency, city, private)
     select $1, $2, $3, zone, currency, city, private from clinic where id = $4`,
    [id, name, slug, place.clinic],
  )
  if (rowCount && user)
    await server.pool.query(`insert into person (id, type, clinic_id, name) values ($1, 'clinic', $2, 'Kullanıcı')`, [
      newId(),
      id,
    ])
  return id
}

/** The random end of an id: letters and digits that occur nowhere else. */
const tail = () => `k${newId().slice(-12)}`
