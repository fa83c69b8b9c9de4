import { writeDay } from '../../../../contract/kernel/when.ts'
import type { Vote } from '../../../../contract/question/question.lists.ts'
import type { Language } from '../../../../contract/kernel/constants.ts'
import type { Page } from '../frame.ts'
import { notice } from '../guest/guest-frame.ts'
import { html, type Html } from '../html.ts'
import { keyOf, paths } from '../paths.ts'
import type { PublicQuestion } from '../read.ts'
import { richOf } from '../rich.ts'
import { fullName } from '../view.ts'
import { ASK_WORDS } from '../words/ask.ts'
import { askPage, type AskView } from './ask-page.ts'

/** An answer on its own, with what this reader thinks of it. */
export async function questionPage(
  its: AskView,
  question: PublicQuestion,
  { vote, problem }: { readonly vote: Vote; readonly problem: string | null },
): Promise<Page> {
  const { view, ask, doctor } = its
  return askPage(
    its,
    ask.answerTo,
    (each) => paths.question(each, question.id),
    html`${problem && notice(problem)}
      <article class="box answer">
        <h2 class="typed">${question.content}</h2>
        <div class="rich">${await richOf(question.answer, 3)}</div>
        <p class="dim">${ask.answered(writeDay(question.answeredAt.slice(0, 10)))}</p>
        ${seenMark(question.id)} ${vote !== 'none' && html`<p role="status">${ask[VOTED[vote]]}</p>`}
        ${votesOf(view.language, question, vote)}
      </article>
      <div class="acts">
        <a class="btn" href="${paths.doctor(view.language, doctor)}#${anchorOf(question.id)}">
          ${ask.back(fullName(doctor))}
        </a>
      </div>`,
  )
}
const VOTED = { like: 'votedLike', dislike: 'votedDislike' } as const

/** Whether it helped: two buttons, and a third that takes a vote back. `vote` is null where pages are the same for everyone. */
export function votesOf(
  language: Language,
  { id, likes, dislikes }: Pick<PublicQuestion, 'id' | 'likes' | 'dislikes'>,
  vote: Vote | null,
): Html {
  const ask = ASK_WORDS[language]
  const button = (mark: Vote, text: string, pressed: boolean | null) =>
    html`<button
      class="btn"
      formaction="${paths.question(language, id, mark)}"
      ${pressed !== null && html`aria-pressed="${pressed ? 'true' : 'false'}"`}
    >
      ${text}
    </button>`
  return html`<form class="votes" method="post">
    <span id="votes-${keyOf(id)}">${ask.wasHelpful}</span>
    <span class="acts" role="group" aria-labelledby="votes-${keyOf(id)}">
      ${button('like', ask.like(likes), vote && vote === 'like')}
      ${button('dislike', ask.dislike(dislikes), vote && vote === 'dislike')}
      ${vote && vote !== 'none' && button('none', ask.takeBack, null)}
    </span>
  </form>`
}

/**
 * Counts a reader: the style sheet fetches this address once the answer is open, and no script does. What only loads the
 * page, or follows links, opens nothing.
 */
export const seenMark = (id: string): Html =>
  html`<span class="seen" aria-hidden="true" style="--seen:url(${paths.seen(id)})"></span>`

/** Where an answer is on its doctor's page. */
export const anchorOf = (id: string) => `q-${keyOf(id)}`
