import type { Language } from '../../../../contract/kernel/constants.ts'
import { html, type Html } from '../html.ts'
import { paths } from '../paths.ts'
import type { View } from '../view.ts'

/*
 * Where the pages of a booking lead: on the site to addresses that a cookie opens, below /embed to forms that carry the
 * visitor's secret themselves (decision 0157).
 */

type Doctor = { readonly id: string }

/** The times of a doctor. */
export const toTimes = (view: View, doctor: Doctor, language: Language = view.language): string =>
  view.embed ? paths.embedBook(view.embed.slug, language, doctor) : paths.book(language, doctor)

/** The doctors that can be booked here. */
export const toDoctors = ({ embed, language }: View): string =>
  embed ? paths.embed(embed.slug, language) : paths.doctors(language)

/** A form of a booking on its way. `content` has its buttons. */
export const actForm = (view: View, id: string, act: string, content: Html, look: FormLook = {}): Html =>
  postForm(
    view,
    view.embed ? paths.embedBooking(view.embed.slug, view.language, id, act) : paths.booking(view.language, id, act),
    content,
    look,
  )

/** A form to one of these pages. */
export const postForm = (view: View, action: string, content: Html, { look, leaves }: FormLook = {}): Html =>
  html`<form ${look && html`class="${look}"`} method="post" action="${action}" novalidate ${leaves && outside(view)}>
    ${view.embed && html`<input type="hidden" name="key" value="${view.embed.key}" />`} ${content}
  </form>`

type FormLook = {
  readonly look?: string
  /** It leads to a page that no one may frame. */
  readonly leaves?: boolean
}

/** Of a link that leads away from /embed: nothing else may be framed. */
export const outside = ({ embed }: View): Html | null => embed && html`target="_blank" rel="noopener"`

/** What a form by GET repeats of its address, since browsers drop it. */
export const languageField = ({ embed, language }: View): Html | null =>
  embed && html`<input type="hidden" name="lang" value="${language}" />`
