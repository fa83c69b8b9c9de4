import type { Slot } from '../../../../contract/appointment/appointment.ts'
import type { GuestBooking } from '../../../areas/guest/guest-booking.ts'
import type { Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { bookingBox, bookingIn, guestPage, notice, type GuestView } from './guest-frame.ts'
import { slotGroups } from './times-page.ts'
import { actForm, toTimes } from './ways.ts'
import { codeField } from './code-field.ts'

/** The code that was sent; it comes in by hand, or by the phone's own suggestion. */
export function codePage(
  its: GuestView,
  booking: GuestBooking,
  { wrong, problem }: { readonly wrong: string | null; readonly problem: string | null },
): Page {
  const { view, words } = its
  const { typed } = booking.data
  const act = (what: string, content: Html, look?: string) =>
    actForm(view, booking.id, what, content, look ? { look } : {})
  return guestPage(
    its,
    words.codeTitle,
    html`${problem && notice(problem)} ${bookingBox(its, booking)}
      <p>${words.codeSent(typed?.by === 'sms' ? typed.phone : (typed?.email ?? ''))}</p>
      ${act(
        'code',
        html`${codeField(words, wrong)}
          <div class="acts"><button class="btn primary">${words.bookNow}</button></div>`,
        'form',
      )}
      <div class="acts">
        ${act('again', html`<button class="btn">${words.newCode}</button>`)}
        ${act('change', html`<button class="btn">${words.changeDetails}</button>`)}
      </div>`,
    bookingIn(view, booking.id),
  )
}

/** Why it was not booked, and the way on: the next free times, or other details. */
export function problemPage(
  its: GuestView,
  {
    problem,
    slots,
    booking,
    visitTypeId,
  }: {
    readonly problem: string
    readonly slots: readonly Slot[]
    readonly booking: string | null
    readonly visitTypeId: string | null
  },
): Page {
  const { view, words, doctor } = its
  return guestPage(
    its,
    words.problemTitle,
    html`${notice(problem)}
      ${slots.length > 0 && [html`<h2>${words.nextTimes}</h2>`, slotGroups(its, slots, visitTypeId)]}
      <div class="acts">
        <a class="btn" href="${toTimes(view, doctor)}" rel="nofollow">${words.allTimes}</a>
        ${booking && actForm(view, booking, 'change', html`<button class="btn">${words.changeDetails}</button>`)}
      </div>`,
  )
}
