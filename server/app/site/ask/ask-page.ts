import { shownOf } from '../../../areas/session/legal-text.ts'
import type { GuestQuestion } from '../../../areas/question/guest-question.ts'
import { QUESTION_MOST } from '../../../../contract/question/question.ts'
import type { Language } from '../../../../contract/kernel/constants.ts'
import { everyLanguage, type Page } from '../frame.ts'
import { notice, type GuestView } from '../guest/guest-frame.ts'
import { html, type Html } from '../html.ts'
import { paths } from '../paths.ts'
import { fullName } from '../view.ts'
import type { AskWords } from '../words/ask-words.ts'
import { ASK_WORDS } from '../words/ask.ts'
import { codeField } from '../guest/code-field.ts'

export type AskView = GuestView & { readonly ask: AskWords }
export const askView = (its: GuestView): AskView => ({ ...its, ask: ASK_WORDS[its.view.language] })

/** A page of a question: never indexed, and nothing of the question is in its title or its address. */
export function askPage(
  { view, ask, doctor }: AskView,
  heading: string,
  addressIn: (language: Language) => string,
  body: Html,
): Page {
  return {
    title: heading,
    description: ask.description,
    addresses: everyLanguage(addressIn),
    unlisted: true,
    body: html`<div class="wide reading guest">
      <nav class="trail" aria-label="${fullName(doctor)}">
        <a href="${paths.doctor(view.language, doctor)}">${fullName(doctor)}</a>
      </nav>
      <h1>${heading}</h1>
      ${body}
    </div>`,
  }
}

type Shown = {
  readonly hasSms: boolean
  readonly values: Readonly<Record<string, string>>
  readonly wrong: ReadonlySet<string>
  readonly problem: string | null
  /** When this form was made, so that no one can claim to have taken their time. */
  readonly stamp: string
}

/** The question and where to send the code; everything that was typed is there again after an error. */
export function formPage(its: AskView, { hasSms, values, wrong, problem, stamp }: Shown): Page {
  const { view, words, ask, doctor } = its
  const here = paths.ask(view.language, doctor)
  const describe = (name: string) =>
    [`ask-${name}-help`, wrong.has(name) && `ask-${name}-wrong`].filter(Boolean).join(' ')
  const error = (name: string, text: string) =>
    wrong.has(name) && html`<p class="wrong" id="ask-${name}-wrong">${text}</p>`
  const invalid = (name: string) => wrong.has(name) && html`aria-invalid="true"`
  const line = (name: 'phone' | 'email', label: string, type: string, auto: string, isNeeded: boolean) =>
    html`<div class="field">
      <label for="ask-${name}">${label} ${isNeeded && html`<span class="dim">(${words.required})</span>`}</label>
      <p class="dim" id="ask-${name}-help">${ask.contactHelp}</p>
      ${error(name, words.errors[name])}
      <input
        id="ask-${name}"
        name="${name}"
        type="${type}"
        value="${values[name] ?? ''}"
        maxlength="200"
        autocomplete="${auto}"
        ${isNeeded && html`required`}
        ${invalid(name)}
        aria-describedby="${describe(name)}"
      />
    </div>`
  const attributes = html`id="ask-content" name="content" rows="6" maxlength="${QUESTION_MOST}" required
  ${invalid('content')} aria-describedby="${describe('content')}"`
  const textarea = html`<textarea ${attributes}>${values['content'] ?? ''}</textarea>`
  return askPage(
    its,
    ask.askTitle(fullName(doctor)),
    (each) => paths.ask(each, doctor),
    html`${problem && notice(problem)} ${wrong.size > 0 && notice(words.checkFields)}
      <p>${ask.intro}</p>
      <form class="form ask" method="post" action="${here}" novalidate>
        <div class="field">
          <label for="ask-content">${ask.content} <span class="dim">(${words.required})</span></label>
          <p class="dim" id="ask-content-help">${ask.contentHelp}</p>
          ${error('content', ask.contentWrong)} ${textarea}
        </div>
        ${
          hasSms &&
          html`<fieldset class="field">
            <legend>${words.by}</legend>
            ${(['sms', 'mail'] as const).map(
              (by) =>
                html`<label class="option">
                  <input type="radio" name="by" value="${by}" ${(values['by'] ?? 'sms') === by && html`checked`} /><span
                    >${by === 'sms' ? words.bySms : words.byMail}</span
                  >
                </label>`,
            )}
          </fieldset>`
        }
        ${hasSms && line('phone', words.phone, 'tel', 'tel', false)}
        ${line('email', words.email, 'email', 'email', !hasSms)}
        <div class="honey" aria-hidden="true">
          <label>${words.honey}<input name="website" tabindex="-1" autocomplete="off" /></label>
        </div>
        <input type="hidden" name="stamp" value="${stamp}" />
        ${agreement(its)}
        <div class="acts">
          <button class="btn primary">${words.sendCode}</button>
          <a class="btn" href="${here}/sign-in" rel="nofollow">${ask.haveAccount}</a>
        </div>
      </form>`,
  )
}

function agreement({ view: { site, language, words }, ask }: AskView): Html | null {
  const links = (['terms', 'policy'] as const).flatMap((which) => {
    const shown = shownOf((which === 'terms' ? site.clinic?.terms : site.clinic?.dataPolicy) ?? [], language)
    const name = words[which === 'terms' ? 'terms' : 'dataPolicy']
    return shown ? [html`<li><a href="${paths.legal(shown.lang, which)}">${name}</a></li>`] : []
  })
  if (links.length === 0) return null
  return html`<div class="dim">
    <p>${ask.agree}</p>
    <ul class="agreed">
      ${links}
    </ul>
  </div>`
}

/** The code that was sent. */
export function askCodePage(
  its: AskView,
  { id, data: { typed } }: GuestQuestion,
  { wrong, problem }: { readonly wrong: string | null; readonly problem: string | null },
): Page {
  const { view, words, ask } = its
  const act = (what: string) => paths.asking(view.language, id, what)
  return askPage(
    its,
    words.codeTitle,
    (each) => paths.asking(each, id),
    html`${problem && notice(problem)} ${typed && ownQuestion(ask, typed.content)}
      <p>${words.codeSent(typed?.to ?? '')}</p>
      <form class="form" method="post" action="${act('code')}" novalidate>
        ${codeField(words, wrong)}
        <div class="acts"><button class="btn primary">${ask.send}</button></div>
      </form>
      <div class="acts">
        <form method="post" action="${act('again')}"><button class="btn">${words.newCode}</button></form>
        <form method="post" action="${act('change')}"><button class="btn">${words.changeDetails}</button></form>
      </div>`,
  )
}

const ownQuestion = ({ yours }: AskWords, content: string) =>
  html`<section class="box">
    <h2>${yours}</h2>
    <p class="typed">${content}</p>
  </section>`

export function askDonePage(its: AskView, id: string): Page {
  const { view, ask, doctor } = its
  return askPage(
    its,
    ask.doneTitle,
    (each) => paths.asking(each, id),
    html`<p>${ask.doneText}</p>
      <div class="acts">
        <a class="btn" href="${paths.doctor(view.language, doctor)}">${ask.back(fullName(doctor))}</a>
      </div>`,
  )
}
