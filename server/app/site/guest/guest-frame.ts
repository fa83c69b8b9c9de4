import { sayWhen } from '../../../../contract/kernel/when.ts'
import type { GuestBooking } from '../../../areas/guest/guest-booking.ts'
import { moneyIn } from '../../../areas/payment/words.ts'
import { everyLanguage, type Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { paths } from '../paths.ts'
import type { DoctorPage } from '../read.ts'
import { fullName, kindName, say, type View } from '../view.ts'
import { GUEST_WORDS } from '../words/guest.ts'
import type { GuestWords, Problem } from '../words/guest-words.ts'
import { toDoctors, toTimes } from './ways.ts'

/** What every page of a booking knows. */
export type GuestView = { readonly view: View; readonly words: GuestWords; readonly doctor: DoctorPage }

export const guestView = (view: View, doctor: DoctorPage): GuestView => ({
  view,
  words: GUEST_WORDS[view.language],
  doctor,
})

/** A page of a booking: never indexed, its title says nothing of a person who books. */
export function guestPage(
  { view, words, doctor }: GuestView,
  heading: string,
  body: Html,
  addresses: Page['addresses'] = everyLanguage((each) => toTimes(view, doctor, each)),
): Page {
  return {
    title: heading,
    description: words.description,
    addresses,
    unlisted: true,
    body: html`<div class="wide reading guest">
      <nav class="trail" aria-label="${fullName(doctor)}">
        ${
          view.embed
            ? html`<a href="${toDoctors(view)}">${view.words.allDoctors}</a>`
            : html`<a href="${paths.doctor(view.language, doctor)}">${fullName(doctor)}</a>`
        }
      </nav>
      <h1>${heading}</h1>
      ${view.embed && html`<p class="lead">${fullName(doctor)}</p>`} ${body}
    </div>`,
  }
}

/** The addresses of a booking on its way; below /embed it has none that a link could open. */
export const bookingIn = ({ embed }: View, id: string): Page['addresses'] =>
  embed ? {} : everyLanguage((each) => paths.booking(each, id))

/** Doctor, time, place and price of a booking on its way. */
export function bookingBox({ view, words, doctor }: GuestView, booking: GuestBooking): Html {
  const clinic = doctor.clinics.find(({ id }) => id === booking.clinicId)
  const when = sayWhen({ start: booking.start.toISOString(), zone: booking.zone, type: booking.type }, null)
  return html`<section class="box">
    <h2>${when}</h2>
    <p>${[fullName(doctor), clinic?.name].filter(Boolean).join(', ')}</p>
    <p>
      ${booking.visitTypeName && html`${say(booking.visitTypeName, view.language)}, `}${kindName(view, booking.type)},
      ${booking.price === 0 ? words.free : moneyIn(view.language, booking.price, booking.currency)}
    </p>
  </section>`
}

/** Something that must be read before the rest, in words and announced. */
export const notice = (text: string): Html => html`<p class="notice" role="alert">${text}</p>`

export const problemOf = (code: string, words: GuestWords): string =>
  code in words.problems ? words.problems[code as Problem] : words.problems.other
