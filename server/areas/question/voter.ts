import type { Vote } from '../../../contract/question/question.lists.ts'
import type { Db } from '../../db/pool.ts'
import type { Deps } from '../../http/handler.ts'
import { newSecret } from '../../identity/secret.ts'
import { network64 } from '../../kernel/network.ts'
import type { Vault } from '../../ports/vault.ts'

/** Who marks an answer, as it is stored; `day` (YYYY-MM-DD) is when a stranger's stops meaning anything. */
export type Voter = { readonly voter: string; readonly day: string | null }

/** A person: a hash that differs for each question, so that nothing says who reads or likes what. */
export const personVoter = (vault: Vault, questionId: string, personId: string): Voter => ({
  voter: vault.keyed('question reader', `${questionId} ${personId}`),
  day: null,
})

/**
 * A stranger: the same address and browser on the same day (UTC). The secret of the day is thrown away after the next
 * one, and with it all that could say which address it was (decision 0158).
 */
export async function strangerVoter(
  deps: Pick<Deps, 'pool' | 'vault' | 'now'>,
  questionId: string,
  { ip, agent }: { readonly ip: string; readonly agent: string },
): Promise<Voter & { readonly network: string }> {
  const day = new Date(deps.now()).toISOString().slice(0, 10)
  const secret = await secretOf(deps, day)
  const network = network64(ip) ?? ip
  const hash = (...parts: readonly string[]) =>
    deps.vault.keyed('question visitor', JSON.stringify([secret, questionId, ...parts]))
  return { voter: hash(network, agent.slice(0, 300)), day, network: hash(network) }
}

/** The day's secret, the same in every process: the first one that needs it makes it. */
async function secretOf({ pool }: Pick<Deps, 'pool'>, day: string): Promise<string> {
  const read = () => pool.query<{ secret: string }>('select secret from visitor_secret where day = $1', [day])
  const known = (await read()).rows[0]
  if (known) return known.secret
  await pool.query('insert into visitor_secret (day, secret) values ($1, $2) on conflict do nothing', [
    day,
    newSecret(),
  ])
  return (await read()).rows[0]!.secret // just written, here or there
}

const VALUES: Readonly<Record<Vote, number>> = { like: 1, dislike: -1, none: 0 }
const voteOf = (value: number): Vote => (value > 0 ? 'like' : value < 0 ? 'dislike' : 'none')

/** Counts a read once a voter. */
export async function countSeen(db: Db, questionId: string, { voter, day }: Voter): Promise<void> {
  await db.query('select question_seen($1, $2, $3)', [questionId, voter, day])
}

/** The counts with this vote; null if there is no such public answer. */
export async function countVote(db: Db, questionId: string, { voter, day }: Voter, vote: Vote) {
  const { rows } = await db.query<{ likes: number; dislikes: number }>('select * from question_voted($1, $2, $3, $4)', [
    questionId,
    voter,
    day,
    VALUES[vote],
  ])
  return rows[0] ?? null
}

/** What a person thinks of these answers, as far as they said. */
export async function votesOf(
  db: Db,
  vault: Vault,
  personId: string,
  questionIds: readonly string[],
): Promise<ReadonlyMap<string, Vote>> {
  return votesBy(
    db,
    questionIds.map((id) => `${id} ${personVoter(vault, id, personId).voter}`),
  )
}

/** Each as the question's id, a space, and the voter. */
export async function votesBy(db: Db, voters: readonly string[]): Promise<ReadonlyMap<string, Vote>> {
  const { rows } = await db.query<{ question_id: string; vote: number }>('select * from question_votes_of($1)', [
    voters,
  ])
  return new Map(rows.map(({ question_id, vote }) => [question_id, voteOf(vote)]))
}
