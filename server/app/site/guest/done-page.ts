import type { LinkedAppointment } from '../../../../contract/appointmentlink/appointmentlink.ts'
import { sayWhen, wallTime } from '../../../../contract/kernel/when.ts'
import type { Transfer } from '../../../areas/guest/ways-to-pay.ts'
import { moneyIn } from '../../../areas/payment/words.ts'
import type { Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { bookingIn, guestPage, notice, type GuestView } from './guest-frame.ts'
import { actForm, outside, toDoctors } from './ways.ts'

type Done = {
  readonly appointment: LinkedAppointment
  /** The address of its message. */
  readonly link: string | null
  readonly transfer: Transfer | null
  readonly forgetHref: string
  readonly isCard: boolean
  readonly problem: string | null
}

/** Booked: what the letter says, how to pay, and the address under which it is moved or cancelled. */
export function donePage(its: GuestView, { appointment, link, transfer, forgetHref, isCard, problem }: Done): Page {
  const { view, words } = its
  const { toPay, clinicName, place, way, checkInCode, status } = appointment
  const isOver = status === 'cancelled'
  const lines = [
    [words.when, sayWhen(appointment, null)],
    [words.doctor, appointment.doctorName],
    [view.words.clinic, [clinicName, place].filter(Boolean).join(', ')],
    [words.checkInCode, checkInCode],
  ].filter(([, value]) => value)
  return guestPage(
    its,
    isOver ? words.cancelledTitle : words.doneTitle,
    html`${problem && notice(problem)} ${!isOver && !isCard && html`<p class="lead">${words.doneText}</p>`}
      <section class="box">
        <dl class="facts">
          ${lines.map(
            ([name, value]) =>
              html`<div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>`,
          )}
        </dl>
        ${way && html`<p><a href="${way}" ${view.embed ? outside(view) : html`rel="noopener noreferrer"`}>${words.directions}</a></p>`}
      </section>
      ${toPay && payForm(its, appointment.id, moneyIn(view.language, toPay.amount, toPay.currency), isCard)}
      ${transfer && !isOver && transferBox(its, transfer, appointment.zone)}
      ${
        link &&
        html`<section class="part">
          <p>
            <a class="btn ${!(toPay && isCard) && 'primary'}" href="${link}" ${outside(view)}
              >${words.openAppointment}</a
            >
          </p>
          <p class="dim">${words.openHelp}</p>
        </section>`
      }
      <section class="part">
        <p><a class="btn" href="${forgetHref}" ${outside(view)}>${words.account}</a></p>
        <p class="dim">${words.accountHelp}</p>
      </section>`,
    bookingIn(view, appointment.id),
  )
}

const payForm = ({ view, words }: GuestView, id: string, amount: string, isCard: boolean): Html =>
  actForm(
    view,
    id,
    'pay',
    html`<button class="btn ${isCard && 'primary'}">${words.payNow(amount)}</button>
      ${isCard && html`<p class="dim">${words.payNowHelp}</p>`}
      ${view.embed && html`<p class="dim">${words.newWindow}</p>`}`,
    { look: 'part', leaves: true },
  )

function transferBox({ view, words }: GuestView, its: Transfer, zone: string): Html {
  const lines = [
    [words.bank, its.bank],
    ['IBAN', its.iban],
    [words.reference, its.reference],
  ]
  return html`<section class="box">
    <h2>${words.transferTitle}</h2>
    <p>${words.transferText(moneyIn(view.language, its.amount, its.currency), wallTime(its.payBy.getTime(), zone))}</p>
    <dl class="facts">
      ${lines.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
  </section>`
}

/**
 * On to the provider. A page of its own, since browsers let a form of a page with our policy lead to our own addresses
 * only; it goes on by itself.
 */
export const leavingPage = (its: GuestView, id: string, url: string): Page =>
  guestPage(
    its,
    its.words.pay,
    html`<meta http-equiv="refresh" content="0; url=${url}" />
      <p class="lead">${its.words.leavingText}</p>
      <p><a class="btn primary" href="${url}" rel="noopener noreferrer">${its.words.toPayment}</a></p>`,
    bookingIn(its.view, id),
  )

/** Another browser's booking, or one that has expired: nothing of it is shown. */
export const notHerePage = (its: Pick<GuestView, 'view' | 'words'>): Page => ({
  title: its.words.notHereTitle,
  description: its.words.description,
  addresses: {},
  unlisted: true,
  body: html`<div class="wide nothing">
    <h1>${its.words.notHereTitle}</h1>
    <p class="lead">${its.words.notHereText}</p>
    <p><a class="btn primary" href="${toDoctors(its.view)}">${its.view.words.allDoctors}</a></p>
  </div>`,
})
