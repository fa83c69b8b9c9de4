import { wallTime } from '../../../../contract/kernel/when.ts'
import { moneyIn } from '../../../areas/payment/words.ts'
import { toTimes } from '../guest/ways.ts'
import { html, type Html } from '../html.ts'
import { paths } from '../paths.ts'
import { PAGE_SIZE, type DoctorCard, type ListedDoctor, type Price, type Rating } from '../read.ts'
import { fullName, kindName, languageName, listOf, say, valueOf, type View } from '../view.ts'

/**
 * A grid of doctors: picture, name, specialty, place, rating, prices, next free time. The whole card is one link. Says
 * how old the times are.
 */
export function doctorCards(view: View, doctors: readonly ListedDoctor[]): Html {
  const counted = doctors.flatMap(({ next }) => (next ? [Date.parse(next.countedAt)] : []))
  const ageOf = (at: number) => Math.ceil((view.now + TIMES_KEPT_MS - at) / 60_000)
  return html`<ul class="cards">
      ${doctors.map((doctor) => html`<li class="card">${cardOf(view, doctor)}</li>`)}
    </ul>
    ${counted.length > 0 && html`<p class="dim age">${view.words.timesAge(ageOf(Math.min(...counted)))}</p>`}`
}
/** How long a page with times is kept. */
export const TIMES_KEPT_MS = 60_000

function cardOf(view: View, doctor: ListedDoctor): Html {
  const { language, words } = view
  const clinics = doctor.clinicIds.flatMap((id) => view.facets.clinics.find((each) => each.id === id)?.name ?? [])
  const facts = [
    [words.city, doctor.city],
    [words.clinic, view.site.clinic ? '' : clinics.join(', ')],
    [
      words.speaks,
      listOf(
        language,
        doctor.languages.map((code) => languageName(language, code)),
      ),
    ],
    ...doctor.prices.map((price) => priceFact(view, price)),
    [words.nextFree, doctor.next ? wallTime(Date.parse(doctor.next.start), doctor.next.zone) : ''],
  ].filter(([, value]) => value)
  const about = say(doctor.shortDescription, language)
  return html`${faceOf(doctor, 96)}
    <div class="card-body">
      <h3>
        <a class="whole" href="${view.embed ? toTimes(view, doctor) : paths.doctor(language, doctor)}"
          >${fullName(doctor)}</a
        >
      </h3>
      <p class="dim">${specialtiesOf(view, doctor)}</p>
      ${ratingOf(view, doctor.rating)} ${about && html`<p class="clip">${about}</p>`}
      ${
        facts.length > 0 &&
        html`<dl class="facts">
          ${facts.map(
            ([name, value]) =>
              html`<div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>`,
          )}
        </dl>`
      }
    </div>`
}

/** The kind of appointment, and from what price on it can be had. */
export const priceFact = (view: View, { type, amount, currency }: Omit<Price, 'clinicId'>) =>
  [kindName(view, type), view.words.from(moneyIn(view.language, amount, currency))] as const

/** The names of a doctor's specialties, the main one first. */
export const specialtiesOf = ({ facets, language }: View, { branchIds }: Pick<DoctorCard, 'branchIds'>): string =>
  branchIds
    .flatMap((id) => facets.branches.find((branch) => branch.id === id) ?? [])
    .map(({ name }) => valueOf(name, language))
    .join(', ')

/** The picture, or else the initials. */
export function faceOf({ photoId, name }: Pick<DoctorCard, 'photoId' | 'name'>, size: 96 | 480, alt = ''): Html {
  const width = size === 96 ? 72 : 160
  if (photoId)
    return html`<img
      class="face"
      src="${paths.picture(photoId, 480)}"
      alt="${alt}"
      width="${width}"
      height="${width}"
      ${size === 96 && html` loading="lazy"`}
    />`
  const letters = name.split(/\s+/).map((word) => [...word][0] ?? '')
  return html`<span class="face${size === 480 && ' large'}" aria-hidden="true"
    >${letters[0]}${letters.length > 1 && letters.at(-1)}</span
  >`
}

/** Stars with their figures; null if no one has rated. */
export function ratingOf({ words, language }: View, { mean, count }: Rating): Html | null {
  if (mean === null || !count) return null
  const figure = String(mean).replace('.', language === 'en' ? '.' : ',')
  return html`<p class="rating">
    <span aria-hidden="true"><b>${figure}</b> ${starsOf(mean)} (${count})</span
    ><span class="aloud">${words.rating(figure, count)}</span>
  </p>`
}

export const starsOf = (rate: number): Html =>
  html`<span class="stars" style="--of:${Math.round(rate * 20)}%">★★★★★</span>`

/** Links to the previous and the next page. */
export function pager({ words }: View, total: number, page: number, hrefOf: (page: number) => string): Html | null {
  const last = Math.ceil(total / PAGE_SIZE)
  if (last < 2) return null
  return html`<nav class="pager" aria-label="${words.pages}">
    ${page > 1 && html`<a class="btn" rel="prev" href="${hrefOf(page - 1)}">${words.previous}</a>`}<span
      >${page} / ${last}</span
    >${page < last && html`<a class="btn" rel="next" href="${hrefOf(page + 1)}">${words.next}</a>`}
  </nav>`
}
