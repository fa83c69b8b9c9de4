import * as v from 'valibot'
import { EMBED_HOSTS_MOST, hostOf, isColour, isSlug, SLUG_MOST } from './clinic.rules.ts'
import { PASSWORD_MIN } from '../kernel/constants.ts'
import { isoDay, listOf, multilingualInput, requiredText, see, text, zone } from '../kernel/fields.ts'
import { typedPhone } from '../kernel/phone.rules.ts'

/** Maximum length of a clinic's texts, per language. */
export const CLINIC_TEXTS = {
  seoTitle: 70,
  seoDescription: 160,
  terms: 20_000,
  dataPolicy: 20_000,
  css: 20_000,
  appName: 12,
} as const

/** Degrees. */
export const location = v.strictObject({
  lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
  lng: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
})

export const nullableText = (max: number) => v.optional(v.nullable(text(max)), null)
/** For people who run clinics; removed for all others. */
export const staff = <S extends v.GenericSchema>(schema: S) => v.pipe(v.optional(schema), see('admin', 'clinic'))

export const clinicName = requiredText(160)
export const brand = v.pipe(text(7), v.check(isColour, 'colour'))
export const slug = v.pipe(text(SLUG_MOST), v.check(isSlug, 'slug'))
const host = v.pipe(
  text(300),
  v.check((typed) => hostOf(typed) !== null, 'host'),
  v.transform((typed) => hostOf(typed) ?? ''),
)
/** Its addresses, each with its switch; null removes one. */
export const hosts = {
  panelUrl: v.optional(v.nullable(host)),
  panelUrlStatus: v.optional(v.boolean()),
  webUrl: v.optional(v.nullable(host)),
  webUrlStatus: v.optional(v.boolean()),
  paymentUrl: v.optional(v.nullable(host)),
  paymentUrlStatus: v.optional(v.boolean()),
}
/** Who may show booking in a frame, and its colour there; null is the clinic's own (decision 0157). */
export const embed = {
  embedHosts: v.optional(
    v.pipe(
      listOf(host, EMBED_HOSTS_MOST),
      v.transform((those) => [...new Set(those)]),
    ),
  ),
  embedColour: v.optional(v.nullable(brand)),
}
/** What the clinic's own users may edit too (RULES 13). */
export const texts = {
  phone: v.optional(v.nullable(typedPhone)),
  email: v.optional(v.nullable(v.pipe(text(200), v.email()))),
  country: v.optional(v.nullable(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/)))),
  address: v.optional(v.nullable(text(300))),
  location: v.optional(v.nullable(location)),
  appName: v.optional(v.nullable(text(CLINIC_TEXTS.appName))),
  seoTitle: v.optional(multilingualInput(CLINIC_TEXTS.seoTitle)),
  seoDescription: v.optional(multilingualInput(CLINIC_TEXTS.seoDescription)),
  css: v.optional(text(CLINIC_TEXTS.css)),
  terms: v.optional(multilingualInput(CLINIC_TEXTS.terms)),
  dataPolicy: v.optional(multilingualInput(CLINIC_TEXTS.dataPolicy)),
  legalDate: v.optional(v.nullable(isoDay)),
}

/** What a new clinic needs besides its id and currency; its place is chosen on the map (SPEC §5). */
export const opening = {
  name: clinicName,
  slug,
  ...hosts,
  zone,
  brand,
  city: requiredText(120),
  ...texts,
  location,
}

/** What a host tells anyone, besides whose it is. */
export const hostWide = {
  /** The operator's public token for the map; absent if the built-in map is used. */
  mapToken: v.optional(text(400)),
  /** The least length of a new password on this server (SPEC §5; the `setting` record may raise it). */
  passwordMin: v.optional(v.pipe(v.number(), v.integer(), v.minValue(PASSWORD_MIN)), PASSWORD_MIN),
  /** The same for those who work here. */
  passwordMinStaff: v.optional(v.pipe(v.number(), v.integer(), v.minValue(PASSWORD_MIN)), PASSWORD_MIN),
}

/** What is wrong with a page's CSS, and where. `what` is the part as written, at most 80 letters. */
export const CssProblem = v.object({
  line: v.pipe(v.number(), v.integer()),
  reason: v.picklist(['syntax', 'at_rule', 'selector', 'property', 'value', 'adds_up', 'too_many_rules']),
  what: text(80),
})
export type CssProblem = v.InferOutput<typeof CssProblem>

/** The facts an edit of a clinic's texts sets, each held against the version it was made on. */
export const CLINIC_SETS: readonly string[] = [
  'name',
  'zone',
  'brand',
  'city',
  ...Object.keys(texts),
  ...Object.keys(embed),
]
