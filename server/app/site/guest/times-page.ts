import { intlTag } from '../../../../contract/kernel/constants.ts'
import { formatClock, formatOffset, writeDate } from '../../../../contract/kernel/when.ts'
import { SIGN_IN_PATHS } from '../../../../contract/session/session.rules.ts'
import { wallOf } from '../../../../contract/kernel/time.ts'
import type { Slot } from '../../../../contract/appointment/appointment.ts'
import { moneyIn } from '../../../areas/payment/words.ts'
import type { Page } from '../frame.ts'
import { html, type Html } from '../html.ts'
import type { VisitType } from '../../../../contract/visittype/visittype.ts'
import { kindName, say } from '../view.ts'
import { guestPage, notice, type GuestView } from './guest-frame.ts'
import { languageField, outside, postForm, toTimes } from './ways.ts'

type TimesOffered = {
  readonly slots: readonly Slot[]
  /** The day the next page begins with, YYYYMMDD; null at the horizon. */
  readonly later: number | null
  readonly problem: string | null
  /** What the doctor offers strangers; chosen before the times. */
  readonly types: readonly VisitType[]
  readonly chosen: VisitType | null
}

/**
 * The free times of some days: each is a button, not a link, so that programs that follow links keep nothing. If the
 * doctor offers several types of visits, they are chosen first.
 */
export function timesPage(its: GuestView, { slots, later, problem, types, chosen }: TimesOffered): Page {
  const { view, words, doctor } = its
  const here = toTimes(view, doctor)
  return guestPage(
    its,
    view.words.book,
    html`${problem && notice(problem)} ${types.length > 0 && typeChoice(its, types, chosen)}
      <h2>${words.chooseTime}</h2>
      ${
        slots.length > 0
          ? slotGroups(its, slots, chosen?.id ?? null)
          : html`<p class="none">${later === null ? words.noTimesAtAll : words.noTimes}</p>`
      }
      <div class="acts">
        ${
          later !== null &&
          html`<form method="get" action="${here}">
            ${languageField(view)}<input type="hidden" name="from" value="${later}" />
            ${chosen && html`<input type="hidden" name="type" value="${chosen.id}" />`}
            <button class="btn">${words.laterDays}</button>
          </form>`
        }
        <a class="btn" href="${signInOf(its)}" ${view.embed ? outside(view) : html`rel="nofollow"`}
          >${words.haveAccount}</a
        >
      </div>`,
  )
}

/** Into the app: on the site by a page that hands the language on, from a frame straight to the clinic's panel. */
const signInOf = ({ view, doctor }: GuestView) =>
  view.embed ? `${view.site.app}${signInFor(doctor.id)}` : `${toTimes(view, doctor)}/sign-in`

/** The sign-in page that leads on to a screen of the app. */
export const signInBackTo = (back: string) => `${SIGN_IN_PATHS.patient}?back=${encodeURIComponent(back)}`

/** The same, to booking with this doctor. */
const signInFor = (doctorId: string) => signInBackTo(`/appointment/new?doctor=${doctorId}`)

/** The types as links, since looking changes nothing; first the usual appointment. */
function typeChoice({ view, words, doctor }: GuestView, types: readonly VisitType[], chosen: VisitType | null): Html {
  const here = toTimes(view, doctor)
  const and = here.includes('?') ? '&' : '?'
  const link = (type: VisitType | null, text: Html, more: string | null) =>
    html`<li>
      <a
        href="${type ? `${here}${and}type=${type.id}` : here}"
        rel="nofollow"
        ${type?.id === chosen?.id && html`aria-current="true"`}
        >${text}</a
      >
      ${more && html`<span class="dim">${more}</span>`}
    </li>`
  const instructions = chosen && say(chosen.instructions, view.language)
  return html`<nav class="box" aria-labelledby="guest-types">
      <h2 id="guest-types">${words.chooseType}</h2>
      <ul>
        ${link(null, html`${words.usualType}`, null)}
        ${types.map((type) =>
          link(
            type,
            html`${say(type.name, view.language)}`,
            `${words.minutes(type.duration)}, ${moneyIn(view.language, type.price, type.currency)}`,
          ),
        )}
      </ul>
    </nav>
    ${instructions && html`<p>${instructions}</p>`}`
}

/** Times by place and kind, then by day. */
export function slotGroups({ view, doctor }: GuestView, slots: readonly Slot[], visitTypeId: string | null): Html {
  const groups = Map.groupBy(slots, ({ clinicId, type, price }) => `${clinicId} ${type} ${price}`)
  return html`${[...groups.values()].map((its) => {
    const { clinicId, type, price, currency, zone } = its[0]!
    const clinic = doctor.clinics.find(({ id }) => id === clinicId)
    const days = Map.groupBy(its, ({ start }) => wallOf(Date.parse(start), zone).date)
    return html`<section class="box times">
      <h3>
        ${[kindName(view, type), clinic?.name].filter(Boolean).join(', ')}
        <span class="dim">${moneyIn(view.language, price, currency)}</span>
      </h3>
      ${type === 'online' && html`<p class="dim">${formatOffset(Date.parse(its[0]!.start), zone)}</p>`}
      ${[...days.values()].map(
        (day, i) =>
          html`<details ${i < OPEN_DAYS && html`open`}>
            <summary>
              <h4>${dayName(view.language, day[0]!)}</h4>
            </summary>
            ${postForm(
              view,
              toTimes(view, doctor),
              html`${day.map(
                (slot) =>
                  html`<button class="btn" name="slot" value="${valueOf(slot, visitTypeId)}">
                    ${formatClock(Date.parse(slot.start), slot.zone)}
                  </button>`,
              )}`,
              { look: 'slots' },
            )}
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

const valueOf = ({ start, end, type, clinicId }: Slot, visitTypeId: string | null) =>
  [
    start,
    (Date.parse(end) - Date.parse(start)) / 60_000,
    type,
    clinicId ?? '',
    ...(visitTypeId ? [visitTypeId] : []),
  ].join('|')

/** The time that a button names; null if no button of ours did. */
export function chosenIn(value: unknown) {
  const found = typeof value === 'string' ? CHOSEN.exec(value) : null
  if (!found || Number.isNaN(Date.parse(found[1]!))) return null
  const [, start = '', duration = '', type, clinicId = '', visitTypeId = ''] = found
  return {
    start: new Date(start).toISOString(),
    duration: Number(duration),
    type: type === 'online' ? ('online' as const) : ('face-to-face' as const),
    clinicId: clinicId || null,
    visitTypeId: visitTypeId || null,
  }
}
const CHOSEN =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\|(\d{1,3})\|(online|face-to-face)\|([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?(?:\|([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}))?$/
