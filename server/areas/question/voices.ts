import type { DoctorVoices } from '../../../contract/question/question.ts'
import type { Handler } from '../../http/handler.ts'
import { votesOf } from './voter.ts'

/** What others wrote about a doctor whom the caller sees, with the caller's own votes. */
export const voicesOf: Handler<'question.voices'> = async ({ id }, { db, deps, who, refuse }) => {
  const { rowCount } = await db.query('select from doctor_row where id = $1 and active', [id])
  if (!rowCount) return refuse('doctor_not_found')
  const { rows } = await db.query<{ voices: Voices }>('select doctor_voices($1) as voices', [id])
  const { comments, questions } = rows[0]!.voices // a function returns one row
  const votes = await votesOf(
    db,
    deps.vault,
    who.id,
    questions.map((question) => question.id),
  )
  return {
    status: true,
    comments,
    questions: questions.map((question) => ({ ...question, vote: votes.get(question.id) ?? 'none' })),
  }
}

type Voices = {
  readonly comments: DoctorVoices['comments']
  readonly questions: readonly Omit<DoctorVoices['questions'][number], 'vote'>[]
}
