import type { Slot } from '../../../../contract/appointment/appointment.ts'
import type { GuestBooking } from '../../../areas/guest/guest-booking.ts'
import type { Page } from '../frame.ts'
import { html } from '../html.ts'
import { paths } from '../paths.ts'
import { bookingBox, guestPage, notice, type GuestView } from './guest-frame.ts'
import { slotGroups } from './times-page.ts'

/** The code that was sent; it comes in by hand, or by the phone's own suggestion. */
export function codePage(
  its: GuestView,
  booking: GuestBooking,
  { wrong, problem }: { readonly wrong: string | null; readonly problem: string | null },
): Page {
  const { view, words } = its
  const { typed } = booking.data
  const act = (what: string) => paths.booking(view.language, booking.id, what)
  return guestPage(
    its,
    words.codeTitle,
    html`${problem && notice(problem)} ${bookingBox(its, booking)}
      <p>${words.codeSent(typed?.by === 'sms' ? typed.phone : (typed?.email ?? ''))}</p>
      <form class="form" method="post" action="${act('code')}" novalidate>
        <div class="field">
          <label for="guest-code">${words.code}</label>
          <p class="dim" id="guest-code-help">${words.codeHelp}</p>
          ${wrong && html`<p class="wrong" id="guest-code-wrong" role="alert">${wrong}</p>`}
          <input
            id="guest-code"
            name="code"
            inputmode="numeric"
            autocomplete="one-time-code"
            maxlength="20"
            required
            ${wrong && html`aria-invalid="true"`}
            aria-describedby="guest-code-help${wrong && ' guest-code-wrong'}"
          />
        </div>
        <div class="acts"><button class="btn primary">${words.bookNow}</button></div>
      </form>
      <div class="acts">
        <form method="post" action="${act('again')}"><button class="btn">${words.newCode}</button></form>
        <form method="post" action="${act('change')}"><button class="btn">${words.changeDetails}</button></form>
      </div>`,
    (each) => paths.booking(each, booking.id),
  )
}

/** Why it was not booked, and the way on: the next free times, or other details. */
export function problemPage(
  its: GuestView,
  {
    problem,
    slots,
    booking,
  }: { readonly problem: string; readonly slots: readonly Slot[]; readonly booking: string | null },
): Page {
  const { view, words, doctor } = its
  return guestPage(
    its,
    words.problemTitle,
    html`${notice(problem)} ${slots.length > 0 && [html`<h2>${words.nextTimes}</h2>`, slotGroups(its, slots)]}
      <div class="acts">
        <a class="btn" href="${paths.book(view.language, doctor)}" rel="nofollow">${words.allTimes}</a>
        ${
          booking &&
          html`<form method="post" action="${paths.booking(view.language, booking, 'change')}">
            <button class="btn">${words.changeDetails}</button>
          </form>`
        }
      </div>`,
  )
}
