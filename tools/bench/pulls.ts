import { newId } from '../../contract/kernel/id.ts'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import { openDevice } from '../../tests/journeys/support/device.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { onDisk, type Disk } from '../../tests/journeys/support/on-disk.ts'
import { median, p95 } from './figures.ts'
import { callerAt, signIn } from './lists.ts'

const CLINIC = 'kuzguncuk'
const ROUNDS = 40

/**
 * Median ms that a clinic's desk on this machine waits for a pull with nothing new, and for one with a single change,
 * beyond an empty call.
 */
export async function measurePulls(server: TestServer): Promise<{ readonly idle: number; readonly one: number }> {
  const call = callerAt(server, CLINIC)
  const headers = await signIn(call, 'admin', addressOf('clinic', CLINIC))
  let cursor = ''
  const pull = async () => {
    const page = await call(`/api/sync${cursor && `?cursor=${encodeURIComponent(cursor)}`}`, null, headers)
    cursor = String(page['cursor'])
    return page['more'] === true
  }
  while (await pull());
  const id = await visitOf(server)
  const [empty, idle, one]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    empty.push(await took(() => call('/api/auth/type', null, headers)))
    idle.push(await took(pull))
    await note(call, headers, id, `bench ${round}`)
    one.push(await took(pull))
  }
  return { idle: median(idle) - median(empty), one: median(one) - median(empty) }
}

/**
 * The slowest twentieth, in ms, from the acceptance of a change at the desk until the doctor's device holds it,
 * announced by the socket.
 */
export async function measureOtherDevice(server: TestServer): Promise<number> {
  const call = callerAt(server, CLINIC)
  const headers = await signIn(call, 'admin', addressOf('clinic', CLINIC))
  const device = await openDevice(server, CLINIC)
  try {
    await device.signIn(addressOf('doctor', CLINIC), '/doctor-login')
    await device.settled()
    const id = await visitOf(server)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const text = `other ${round}`
      const seen = onDisk(device.page, untilHeld, [id, text] as const)
      await note(call, headers, id, text)
      const since = Date.now()
      times.push(Math.max(0, (await seen) - since))
    }
    return p95(times)
  } finally {
    await device.close()
  }
}

/** A future visit of the doctor at the clinic, which both may see. */
async function visitOf(server: TestServer): Promise<string> {
  const [visit] = await server.sql<{ id: string }>(
    `select a.id from appointment a join person p on p.id = a.doctor_id join clinic c on c.id = a.clinic_id
      where p.email = $1 and c.slug = $2 and a.status = 'waiting' and a.starts_at > $3::timestamptz order by a.starts_at limit 1`,
    [addressOf('doctor', CLINIC), CLINIC, server.now],
  )
  if (!visit) throw new Error('no visit to write on')
  return visit.id
}

async function note(
  call: ReturnType<typeof callerAt>,
  headers: Readonly<Record<string, string>>,
  id: string,
  text: string,
) {
  const batchCall = {
    call: 'appointment.update',
    key: newId(),
    base: null,
    madeAt: new Date().toISOString(),
    input: { id, note: text },
  }
  const { answers } = (await call('/api/batch', { calls: [batchCall] }, headers)) as { answers: { status: number }[] }
  if (answers[0]?.status !== 200) throw new Error(`the note was refused: ${JSON.stringify(answers)}`)
}

/** Polls the person's database until the visit has this note; returns the epoch ms. */
async function untilHeld({ db, done }: Disk, [id, text]: readonly [string, string]): Promise<number> {
  for (;;) {
    const row: { body: { note?: string } } | undefined = await done(
      db.transaction('appointment').objectStore('appointment').get(id),
    )
    if (row?.body.note === text) return Date.now()
    await new Promise((later) => setTimeout(later, 5))
  }
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
