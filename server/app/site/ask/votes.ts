import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'
import { id as idField } from '../../../../contract/kernel/fields.ts'
import { VOTES, type Vote } from '../../../../contract/question/question.lists.ts'
import { countSeen, countVote, strangerVoter, votesBy } from '../../../areas/question/voter.ts'
import type { Deps } from '../../../http/handler.ts'
import { Refused } from '../../../kernel/refused.ts'
import { guestView } from '../guest/guest-frame.ts'
import { doctorOf, showPage, type Visitor } from '../guest/visitor.ts'
import { nothingPage } from '../pages/texts.ts'
import { paths } from '../paths.ts'
import { readQuestion } from '../read.ts'
import { ASK_WORDS } from '../words/ask.ts'
import { askView } from './ask-page.ts'
import { questionPage } from './question-page.ts'

/** A published answer on its own: where a letter leads, and where a vote is confirmed and can be taken back. */
export async function showQuestion(
  deps: Deps,
  visitor: Visitor,
  id: string,
  reply: FastifyReply,
  problem: { readonly text: string; readonly status: number } | null = null,
) {
  const question = v.is(idField, id) ? await readQuestion(deps.requests, visitor.site.clinic?.id ?? null, id) : null
  const doctor = question && (await doctorOf(deps, visitor, question.doctorKey))
  if (!doctor) return showPage(reply, visitor, nothingPage(visitor.view, false), 404)
  const { voter } = await strangerVoter(deps, id, visitor.origin)
  const vote = (await votesBy(deps.pool, [`${id} ${voter}`])).get(id) ?? 'none'
  const its = askView(guestView(visitor.view, doctor))
  const page = await questionPage(its, question, { vote, problem: problem?.text ?? null })
  return showPage(reply, visitor, page, problem?.status ?? 200)
}

/** Counts a vote, once a day for an address and browser; many browsers of one network are one network's. */
export async function voteHere(
  deps: Deps,
  visitor: Visitor,
  { id, mark }: { readonly id: string; readonly mark: string },
  reply: FastifyReply,
) {
  if (!v.is(idField, id) || !isVote(mark)) return showPage(reply, visitor, nothingPage(visitor.view, false), 404)
  // what is not public here is neither counted nor looked up
  if (!(await readQuestion(deps.requests, visitor.site.clinic?.id ?? null, id)))
    return showQuestion(deps, visitor, id, reply)
  const voter = await strangerVoter(deps, id, visitor.origin)
  try {
    await deps.limits.take(['voted', voter.network])
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const text = ASK_WORDS[visitor.view.language].tooManyVotes
    return showQuestion(deps, visitor, id, reply, { text, status: error.status })
  }
  await countVote(deps.pool, id, voter, mark)
  return reply.header('cache-control', 'no-store').redirect(paths.question(visitor.view.language, id), 303)
}

const isVote = (mark: string): mark is Vote => VOTES.some((each) => each === mark)

/** A reader has opened an answer. Machines that say so, and pages fetched before anyone wants them, are no readers. */
export function registerSeen(app: FastifyInstance, deps: Deps) {
  app.get<{ Params: { id: string } }>('/site/seen/:id', async (request, reply) => {
    reply.header('cache-control', 'private, max-age=3600').code(204)
    const { id } = request.params
    const { 'user-agent': agent = '', purpose, 'sec-purpose': secPurpose, 'sec-fetch-site': from } = request.headers
    const isReader =
      agent !== '' && !MACHINES.test(agent) && !purpose && !secPurpose && (!from || from === 'same-origin')
    if (!isReader || !v.is(idField, id) || !deps.databaseIsUp()) return reply.send()
    if (await deps.limits.spend('site', request.ip)) return reply.send()
    const voter = await strangerVoter(deps, id, { ip: request.ip, agent })
    if (!(await deps.limits.spend('seen', voter.network))) await countSeen(deps.pool, id, voter)
    return reply.send()
  })
}

const MACHINES = /bot|crawl|spider|slurp|preview|fetch|monitor|curl|wget|python|java\/|go-http|okhttp|axios/i
