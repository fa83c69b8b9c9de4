import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { alsoAs, currency, id, multilingual, text } from '../kernel/fields.ts'
import { CLINIC_TEXTS, hostWide, nullableText } from './clinic.fields.ts'
import { SLUG_MOST } from './clinic.rules.ts'

/** What a host's sign-in page may know of its clinic before anyone has signed in. */
export const ClinicFace = v.pipe(
  v.object({
    id,
    name: text(160),
    slug: text(SLUG_MOST),
    panelUrl: v.nullable(text(253)),
    webUrl: v.nullable(text(253)),
    /** Its people recover their accounts within the clinic: no password links are mailed to them (docs/decisions/0061). */
    recoversInside: v.optional(v.boolean(), false),
    zone: text(64),
    currency,
    brand: text(7),
    appName: nullableText(CLINIC_TEXTS.appName),
    /** Served at `/clinic-logo` on its own host. */
    logoId: v.optional(v.nullable(id), null),
    /** Changes whenever the page CSS does; null if there is none. The CSS is at `/clinic.css`. */
    cssVersion: nullableText(10),
    country: nullableText(2),
    city: text(120),
    address: v.nullable(text(300)),
    phone: v.nullable(text(20)),
    email: nullableText(200),
    seoTitle: v.optional(multilingual(CLINIC_TEXTS.seoTitle), []),
    seoDescription: v.optional(multilingual(CLINIC_TEXTS.seoDescription), []),
    terms: v.optional(multilingual(CLINIC_TEXTS.terms), []),
    dataPolicy: v.optional(multilingual(CLINIC_TEXTS.dataPolicy), []),
    legalDate: nullableText(10),
    panelUrlStatus: v.optional(v.boolean(), true),
    webUrlStatus: v.optional(v.boolean(), true),
    paymentUrlStatus: v.optional(v.boolean(), true),
    /** The request came by the clinic's payment address, where links are paid and no one signs in. */
    isPaymentPage: v.optional(v.boolean(), false),
  }),
  alsoAs('uuid'),
)
export type ClinicFace = v.InferOutput<typeof ClinicFace>

/** A file of its own: each sign-in page loads it, and nothing else of a clinic. */
export const clinicFaceCalls = {
  /**
   * Which clinic a host belongs to. The platform's own host has none (rule 105). An unknown host, an inactive clinic's, or one that is switched off
   * gives `clinic_not_found`. With `panelUrlStatus`, only a clinic whose panel address has that status.
   */
  'clinic.web': {
    method: 'POST',
    path: '/api/clinic/web',
    roles: 'anyone',
    offline: 'online',
    refusals: ['clinic_not_found', 'seo_not_found'],
    input: v.strictObject({
      panelUrl: v.optional(text(300)),
      panelUrlStatus: v.optional(v.boolean()),
      seo: v.optional(text(60)),
    }),
    reply: v.object({
      status: v.literal(true),
      clinic: v.nullable(ClinicFace),
      ...hostWide,
    }),
  },
} as const satisfies CallTable
