import { intlTag } from '../../../../contract/kernel/constants.ts'
import { formatClock, formatOffset, writeDate } from '../../../../contract/kernel/when.ts'
import { wallOf } from '../../../../contract/kernel/time.ts'
import type { Slot } from '../../../../contract/appointment/appointment.ts'
import { moneyIn } from '../../../areas/payment/words.ts'
import type { Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import { paths } from '../paths.ts'
import { guestPage, notice, type GuestView } from './guest-frame.ts'

/**
 * The free times of some days: each is a button, not a link, so that programs that follow links keep nothing. `later`:
 * the day the next page begins with, YYYYMMDD; null at the horizon.
 */
export function timesPage(
  its: GuestView,
  slots: readonly Slot[],
  { later, problem }: { readonly later: number | null; readonly problem: string | null },
): Page {
  const { view, words, doctor } = its
  const here = paths.book(view.language, doctor)
  return guestPage(
    its,
    view.words.book,
    html`${problem && notice(problem)}
      <h2>${words.chooseTime}</h2>
      ${
        slots.length > 0
          ? slotGroups(its, slots)
          : html`<p class="none">${later === null ? words.noTimesAtAll : words.noTimes}</p>`
      }
      <div class="acts">
        ${
          later !== null &&
          html`<form method="get" action="${here}">
            <input type="hidden" name="from" value="${later}" />
            <button class="btn">${words.laterDays}</button>
          </form>`
        }
        <a class="btn" href="${here}/sign-in" rel="nofollow">${words.haveAccount}</a>
      </div>`,
  )
}

/** Times by place and kind, then by day. */
export function slotGroups({ view, doctor }: GuestView, slots: readonly Slot[]): Html {
  const groups = Map.groupBy(slots, ({ clinicId, type, price }) => `${clinicId} ${type} ${price}`)
  return html`${[...groups.values()].map((its) => {
    const { clinicId, type, price, currency, zone } = its[0]!
    const clinic = doctor.clinics.find(({ id }) => id === clinicId)
    const days = Map.groupBy(its, ({ start }) => wallOf(Date.parse(start), zone).date)
    return html`<section class="box times">
      <h3>
        ${[type === 'online' ? view.words.online : view.words.inPerson, clinic?.name].filter(Boolean).join(', ')}
        <span class="dim">${moneyIn(view.language, price, currency)}</span>
      </h3>
      ${type === 'online' && html`<p class="dim">${formatOffset(Date.parse(its[0]!.start), zone)}</p>`}
      ${[...days.values()].map(
        (day, i) =>
          html`<details ${i < OPEN_DAYS && html`open`}>
            <summary>
              <h4>${dayName(view.language, day[0]!)}</h4>
            </summary>
            <form class="slots" method="post" action="${paths.book(view.language, doctor)}">
              ${day.map(
                (slot) =>
                  html`<button class="btn" name="slot" value="${valueOf(slot)}">
                    ${formatClock(Date.parse(slot.start), slot.zone)}
                  </button>`,
              )}
            </form>
          </details>`,
      )}
    </section>`
  })}`
}

/** Days that are not folded: on a phone a week of a busy doctor is many screens. */
const OPEN_DAYS = 2

function dayName(language: GuestView['view']['language'], { start, zone }: Slot): string {
  const at = Date.parse(start)
  const weekday = new Intl.DateTimeFormat(intlTag(language), { weekday: 'long', timeZone: zone }).format(at)
  return `${weekday}, ${writeDate(wallOf(at, zone).date)}`
}

const valueOf = ({ start, end, type, clinicId }: Slot) =>
  [start, (Date.parse(end) - Date.parse(start)) / 60_000, type, clinicId ?? ''].join('|')

/** The time that a button names; null if no button of ours did. */
export function chosenIn(value: unknown) {
  const found = typeof value === 'string' ? CHOSEN.exec(value) : null
  if (!found || Number.isNaN(Date.parse(found[1]!))) return null
  const [, start = '', duration = '', type, clinicId = ''] = found
  return {
    start: new Date(start).toISOString(),
    duration: Number(duration),
    type: type === 'online' ? ('online' as const) : ('face-to-face' as const),
    clinicId: clinicId || null,
  }
}
const CHOSEN =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|(\d{1,3})\|(online|face-to-face)\|([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/
