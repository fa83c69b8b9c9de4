import { formatClock } from '../../../../contract/kernel/when.ts'
import { isProved, type GuestBooking } from '../../../areas/guest/guest-booking.ts'
import { shownOf } from '../../../areas/session/legal-text.ts'
import type { WaysToPay } from '../../../areas/guest/ways-to-pay.ts'
import type { Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { paths } from '../paths.ts'
import { bookingBox, bookingIn, guestPage, notice, type GuestView } from './guest-frame.ts'
import { actForm, outside } from './ways.ts'

type Values = Readonly<Record<string, string>>
type Shown = {
  readonly ways: WaysToPay
  readonly hasSms: boolean
  readonly values: Values
  readonly wrong: ReadonlySet<string>
  readonly problem: string | null
  readonly now: number
}

/** Who it is for. Errors stand at their fields, and everything that was typed is in them again. */
export function whoPage(its: GuestView, booking: GuestBooking, shown: Shown): Page {
  const { words, view } = its
  const { values, wrong, problem, now, hasSms } = shown
  const field = fieldOf(its, values, wrong)
  const kept = booking.heldUntil && booking.heldUntil.getTime() > now
  return guestPage(
    its,
    words.who,
    html`${problem && notice(problem)} ${wrong.size > 0 && notice(words.checkFields)} ${bookingBox(its, booking)}
      <p class="dim">${kept ? words.kept(formatClock(booking.heldUntil!.getTime(), booking.zone)) : words.notKept}</p>
      ${actForm(
        view,
        booking.id,
        'who',
        html`${choice('whom', words.whom, values['whom'] ?? 'self', [
            ['self', words.self],
            ['other', words.other],
          ])}
          ${field('booker', words.booker, { help: words.bookerHelp, optional: true })}
          ${field('name', words.name, { help: words.nameHelp, auto: 'name' })}
          ${field('birthDate', words.birthDate, { type: 'date', auto: 'bday' })}
          ${field('phone', words.phone, { type: 'tel', help: words.phoneHelp, auto: 'tel' })}
          ${
            hasSms &&
            choice('by', words.by, values['by'] ?? 'sms', [
              ['sms', words.bySms],
              ['mail', words.byMail],
            ])
          }
          ${field('email', words.email, {
            type: 'email',
            help: hasSms ? words.emailIfChosen : words.emailHelp,
            auto: 'email',
            optional: hasSms,
          })}
          <div class="honey" aria-hidden="true">
            <label>${words.honey}<input name="website" tabindex="-1" autocomplete="off" /></label>
          </div>
          ${booking.price > 0 && payChoice(its, shown)} ${agreement(its)}
          <div class="acts">
            <button class="btn primary">
              ${isProved(booking.data, now) && booking.data.typed ? words.bookNow : words.sendCode}
            </button>
          </div>`,
        { look: 'form' },
      )}
      ${actForm(view, booking.id, 'leave', html`<button class="btn">${words.otherTime}</button>`, { look: 'acts' })}`,
    bookingIn(view, booking.id),
  )
}

type FieldLook = { readonly type?: string; readonly help?: string; readonly auto?: string; readonly optional?: boolean }

const fieldOf =
  ({ words }: GuestView, values: Values, wrong: ReadonlySet<string>) =>
  (name: keyof GuestView['words']['errors'], label: string, look: FieldLook): Html => {
    const { type = 'text', help, auto, optional } = look
    const isWrong = wrong.has(name)
    const describedBy = [help && `guest-${name}-help`, isWrong && `guest-${name}-wrong`].filter(Boolean).join(' ')
    return html`<div class="field">
      <label for="guest-${name}">${label} ${!optional && html`<span class="dim">(${words.required})</span>`}</label>
      ${help && html`<p class="dim" id="guest-${name}-help">${help}</p>`}
      ${isWrong && html`<p class="wrong" id="guest-${name}-wrong">${words.errors[name]}</p>`}
      <input
        id="guest-${name}"
        name="${name}"
        type="${type}"
        value="${values[name] ?? ''}"
        maxlength="200"
        autocomplete="${auto ?? 'off'}"
        ${!optional && html`required`}
        ${isWrong && html`aria-invalid="true"`}
        ${(help || isWrong) && html`aria-describedby="${describedBy}"`}
      />
    </div>`
  }

const choice = (
  name: string,
  label: string,
  chosen: string,
  options: readonly (readonly [value: string, label: string, help?: string])[],
  wrong: string | null = null,
): Html =>
  html`<fieldset class="field">
    <legend>${label}</legend>
    ${wrong && html`<p class="wrong">${wrong}</p>`}
    ${options.map(
      ([value, its, help]) =>
        html`<label class="option">
          <input type="radio" name="${name}" value="${value}" ${value === chosen && html`checked`} />
          <span>${its}${help && html`<small class="dim">${help}</small>`}</span>
        </label>`,
    )}
  </fieldset>`

function payChoice({ words }: GuestView, { ways, values, wrong }: Shown): Html {
  return choice(
    'pay',
    words.pay,
    values['pay'] ?? 'later',
    [
      ...(ways.card ? [['card', words.payCard, words.payCardHelp] as const] : []),
      ...ways.banks.map(({ id, name }) => [id, words.payTransfer(name)] as const),
      ['later', words.payLater] as const,
    ],
    wrong.has('pay') ? words.errors.pay : null,
  )
}

/** The clinic's texts; on the platform's host they are in the footer. */
function agreement({ view, words }: GuestView): Html | null {
  const { site, language, words: siteWords, embed } = view
  // a frame may be on the platform's host, which has no page of the clinic's texts
  const at = embed ? site.base : ''
  const links = (['terms', 'policy'] as const).flatMap((which) => {
    const shown = shownOf((which === 'terms' ? site.clinic?.terms : site.clinic?.dataPolicy) ?? [], language)
    return shown
      ? [
          html`<li>
            <a href="${at}${paths.legal(shown.lang, which)}" ${outside(view)}
              >${siteWords[which === 'terms' ? 'terms' : 'dataPolicy']}</a
            >
          </li>`,
        ]
      : []
  })
  if (links.length === 0) return null
  return html`<div class="dim">
    <p>${words.agree}</p>
    <ul class="agreed">
      ${links}
    </ul>
  </div>`
}
