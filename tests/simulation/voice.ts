import type pg from 'pg'
import { newId } from '../../contract/kernel/id.ts'
import type { World } from '../support/world.ts'

/**
 * What no one makes offline and everyone changes: questions from the booking site, to a doctor and to a specialty, in
 * public clinics and in the private one, and doctors' videos.
 */
export async function plantVoice(pool: pg.Pool, { clinics, people, branch }: World, now: number): Promise<void> {
  const questions = [
    [clinics.kuzey, people.doctorKuzey.id],
    [clinics.kuzey, null],
    [clinics.gizli, people.doctorGizli.id],
    [clinics.gizli, null],
    [null, null],
    [clinics.linden, people.doctorLinden.id],
  ] as const
  for (const [clinic, doctor] of questions)
    await pool.query(
      'insert into question (id, clinic_id, branch_id, doctor_id, content, created_at) values ($1, $2, $3, $4, $5, $6)',
      [newId(now), clinic, branch, doctor, 'Soru', new Date(now)],
    )
  for (const { id } of [people.doctorKuzey, people.doctorBoth, people.doctorGizli])
    for (const n of [1, 2, 3])
      await pool.query(
        'insert into video (id, doctor_id, title, code, place, created_at) values ($1, $2, $3, $4, $5, $6)',
        [newId(now), id, `Video ${n}`, `video-${String(n).padStart(5, '0')}`, n, new Date(now)],
      )
}
