import { newId } from '../../contract/kernel/id.ts'
import { addDays, todayIn } from '../../contract/kernel/time.ts'
import { addressOf } from '../../server/app/demo/sign-ins.ts'
import type { TestServer } from '../../tests/journeys/support/server.ts'
import { median, p95 } from './figures.ts'
import { callerAt, signIn } from './lists.ts'

const ROUNDS = 40
const CLINIC = 'kuzguncuk'
const MONTH_DAYS = 31

/** In milliseconds. */
export type Taken = { readonly median: number; readonly p95: number }

type Slot = { readonly start: string; readonly end: string; readonly clinicId: string | null; readonly type: string }

/**
 * Median and slowest twentieth in ms, as a caller on this machine waits: a month of a doctor's free times, one booking,
 * the next free time of any doctor. An empty call is measured too, so that the cost of the connection is not taken for
 * the server's.
 */
export async function measureSlots(server: TestServer): Promise<{
  readonly month: Taken
  /** The same by a type of visit with buffers on both sides. */
  readonly typedMonth: Taken
  readonly booking: Taken
  readonly anyDoctor: Taken
  readonly nothing: Taken
}> {
  const call = callerAt(server, CLINIC)
  const headers = await signIn(call, 'admin', addressOf('clinic', CLINIC))
  const [doctor] = await server.sql<{ id: string; clinic: string; patient: string }>(
    `select p.id, c.id as clinic, (select id from patient where c.id = any (clinic_ids) limit 1) as patient
       from person p, clinic c where p.email = $1 and c.slug = $2`,
    [addressOf('doctor', CLINIC), CLINIC],
  )
  const today = todayIn('Europe/Istanbul', Date.parse(server.now))
  const [type] = await server.sql<{ id: string }>(
    'select id from visit_type where clinic_id = $1 and buffer_before > 0 and buffer_after > 0 limit 1',
    [doctor!.clinic],
  )
  const monthFrom = (day: number, by = '') =>
    call(`/api/availability/${doctor!.id}/${day}/${addDays(day, MONTH_DAYS - 1)}/physical${by}`, null, headers)
  const month = await timed(() => monthFrom(addDays(today, 1)))
  const typedMonth = await timed(() => monthFrom(addDays(today, 1), `?visitTypeId=${type!.id}`))

  const { availability } = (await monthFrom(addDays(today, 7))) as { availability: readonly Slot[] }
  const free = availability.filter(({ clinicId }) => clinicId === doctor!.clinic).slice(0, ROUNDS)
  const booking = await timed(async (n) => {
    const slot = free[n]
    if (!slot) throw new Error(`the demo doctor has only ${free.length} free times in a month`)
    await call(
      '/api/bank/payment',
      {
        id: newId(),
        paymentId: newId(),
        patientId: doctor!.patient,
        doctorId: doctor!.id,
        clinicId: slot.clinicId,
        start: slot.start,
        duration: (Date.parse(slot.end) - Date.parse(slot.start)) / 60_000,
        type: slot.type,
        payWith: 'later',
        overlapSeen: true,
      },
      { ...headers, 'idempotency-key': newId() },
    )
  }, free.length)
  return {
    month,
    typedMonth,
    booking,
    anyDoctor: await timed(() => call('/api/availability/next', { type: 'physical', most: 10 }, headers)),
    nothing: await timed(() => call('/api/auth/type', null, headers)),
  }
}

/** Measures the rounds, after one for warming up. */
async function timed(work: (n: number) => Promise<unknown>, rounds = ROUNDS): Promise<Taken> {
  const taken: number[] = []
  for (let n = 0; n < rounds; n++) {
    const begun = performance.now()
    await work(n)
    if (n > 0) taken.push(performance.now() - begun)
  }
  return { median: median(taken), p95: p95(taken) }
}
