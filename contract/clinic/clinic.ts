import * as v from 'valibot'
import { ROLES, type CallTable } from '../kernel/call.ts'
import {
  brand,
  CLINIC_SETS,
  CLINIC_TEXTS,
  CssProblem,
  embed,
  clinicName as name,
  hosts,
  location,
  nullableText,
  opening,
  slug,
  staff,
  texts,
} from './clinic.fields.ts'
import { SLUG_MOST } from './clinic.rules.ts'
import {
  alsoAs,
  currency,
  id,
  instant,
  language,
  listed,
  multilingual,
  newRecordId,
  paging,
  requiredText,
  text,
  version,
  zone,
} from '../kernel/fields.ts'
import { typedPhone } from '../kernel/phone.rules.ts'

/** A clinic (SPEC §3). Its host is resolved to it before anyone signs in. `brand` is a colour as `#rrggbb`; hosts are as `hostOf` returns them. */
export const Clinic = v.pipe(
  v.object({
    id,
    version,
    name: text(160),
    /** SPEC's seo url: the clinic's part of an address, and the prefix of transfer references. */
    slug: text(SLUG_MOST),
    panelUrl: v.nullable(text(253)),
    panelUrlStatus: staff(v.boolean()),
    webUrl: v.nullable(text(253)),
    webUrlStatus: staff(v.boolean()),
    paymentUrl: staff(v.nullable(text(253))),
    paymentUrlStatus: staff(v.boolean()),
    zone: text(64),
    currency,
    brand: text(7),
    /** The name under the icon of a home screen. */
    appName: nullableText(CLINIC_TEXTS.appName),
    /** The logo's file; null if there is none, and its first letter is shown instead. */
    logoId: v.optional(v.nullable(id), null),
    /** ISO 3166 alpha-2. */
    country: nullableText(2),
    city: text(120),
    address: v.nullable(text(300)),
    location: v.optional(v.nullable(location), null),
    phone: v.nullable(text(20)),
    email: nullableText(200),
    seoTitle: staff(multilingual(CLINIC_TEXTS.seoTitle)),
    seoDescription: staff(multilingual(CLINIC_TEXTS.seoDescription)),
    /** As it was written; pages get a checked and scoped form of it (server/areas/clinic/page-css.ts). */
    css: staff(text(CLINIC_TEXTS.css)),
    terms: staff(multilingual(CLINIC_TEXTS.terms)),
    dataPolicy: staff(multilingual(CLINIC_TEXTS.dataPolicy)),
    /** When the legal texts took effect, YYYY-MM-DD. */
    legalDate: staff(v.nullable(text(10))),
    /** Hosts whose pages may show this clinic's booking in a frame; none: no page may. */
    embedHosts: staff(v.array(text(253))),
    /** The colour there; null is `brand`. */
    embedColour: staff(v.nullable(text(7))),
    private: staff(v.boolean()),
    /** Its users and doctors need a second factor to sign in (TRUST D3). */
    factorRequired: staff(v.boolean()),
    active: v.boolean(),
    /** When it was hidden from lists (rule 55). */
    deletedAt: staff(v.nullable(instant)),
    updatedAt: staff(instant),
    updatedBy: staff(text(200)),
  }),
  alsoAs('_id'),
)
export type Clinic = v.InferOutput<typeof Clinic>

/** A clinic in the admins' list, with how many people it has; null if that is a private clinic's own business (rule 48). */
const count = v.pipe(v.number(), v.integer())
const ListedClinic = v.pipe(
  v.object({ ...Clinic.entries, doctors: staff(v.nullable(count)), patients: staff(v.nullable(count)) }),
  alsoAs('_id'),
)
export type ListedClinic = v.InferOutput<typeof ListedClinic>

const path = '/api/clinic/:id'
const clinicReply = v.object({ status: v.literal(true), clinic: Clinic })
const writes = { table: 'clinic', needs: [] } as const

/** Opening and closing a clinic is an act of the platform (SPEC §4). */
const switched = {
  method: 'PUT',
  path,
  roles: ['admin'],
  offline: 'online',
  refusals: ['clinic_not_found'],
  input: v.strictObject({ id }),
  reply: clinicReply,
  writes,
} as const

export const clinicCalls = {
  'clinic.list': {
    method: 'POST',
    path: '/api/clinic/list',
    roles: ROLES,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({
      ...paging,
      id: v.optional(id),
      active: v.optional(v.boolean()),
      private: v.optional(v.boolean()),
      city: v.optional(text(120)),
      panelUrlStatus: v.optional(v.boolean()),
    }),
    reply: v.object({ ...listed, clinics: v.array(ListedClinic) }),
  },
  'clinic.add': {
    method: 'POST',
    path: '/api/clinic/add',
    roles: ['admin'],
    offline: 'online',
    refusals: ['id_taken', 'clinic_exists', 'host_reserved', 'css_refused'],
    input: v.strictObject({ id: newRecordId, currency, ...opening }),
    reply: clinicReply,
    writes,
  },
  /** Texts, brand and legal (RULES 13). Unsent edits merge into one; facts that others have changed since are a conflict (`If-Match`). */
  'clinic.update': {
    method: 'PUT',
    path,
    roles: ['admin', 'clinic'],
    offline: 'queue',
    refusals: ['clinic_not_found', 'css_refused'],
    input: v.strictObject({
      id,
      name: v.optional(name),
      zone: v.optional(zone),
      brand: v.optional(brand),
      city: v.optional(requiredText(120)),
      ...texts,
      ...embed,
    }),
    reply: clinicReply,
    writes: { ...writes, coalesce: 'edit', sets: CLINIC_SETS },
  },
  /** For a public clinic by the admins, for a private one only by its own users. It decides where messages may link to (rule 48). */
  'clinic.hosts': {
    method: 'PUT',
    path,
    action: 'hosts',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['clinic_not_found', 'clinic_exists', 'host_reserved', 'private_hosts_own'],
    input: v.strictObject({ id, slug: v.optional(slug), ...hosts }),
    reply: clinicReply,
    writes,
  },
  'clinic.activate': { ...switched, action: 'activate', means: [{ status: 'active' }, { active: true }] },
  /** Its users' sessions end and its host stops answering; visits stay. */
  'clinic.passivate': { ...switched, action: 'passivate', means: [{ status: 'passive' }, { active: false }] },
  /** Rule 48. Visibility changes with the answer, on devices with their next pull (R39). */
  'clinic.setPrivate': {
    method: 'PUT',
    path,
    action: 'setPrivate',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: ['clinic_not_found', 'private_own_only', 'clinic_user_not_found'],
    input: v.strictObject({ id, private: v.boolean() }),
    reply: clinicReply,
    writes,
  },
  /** The person who will run the clinic; gets a link to set a password by email. */
  'clinic.addFirstUser': {
    method: 'PUT',
    path,
    action: 'addFirstUser',
    roles: ['admin'],
    offline: 'online',
    refusals: ['clinic_not_found', 'user_exists', 'email_exists', 'phone_exists'],
    input: v.strictObject({
      id,
      userId: newRecordId,
      name: requiredText(200),
      email: v.pipe(text(200), v.email()),
      phone: typedPhone,
      lang: v.optional(language),
    }),
    reply: v.object({ status: v.literal(true) }),
    writes,
  },
  'clinic.delete': {
    method: 'DELETE',
    path,
    roles: ['admin'],
    offline: 'online',
    refusals: ['clinic_not_found', 'private_own_only', 'clinic_has_doctors', 'clinic_has_appointments'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true) }),
    writes,
  },
  /** Whether a host is free, while it is typed; never who has it. `resolves`: its name resolves to an address; null if that took too long. */
  'clinic.checkHost': {
    method: 'POST',
    path: '/api/clinic/checkhost',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({ host: text(300), clinic: v.optional(id) }),
    reply: v.object({
      status: v.literal(true),
      host: v.nullable(text(253)),
      state: v.picklist(['free', 'in_use', 'reserved', 'invalid']),
      resolves: v.nullable(v.boolean()),
    }),
  },
  /** The page CSS as a page would get it, or what is wrong with it; for the preview. */
  'clinic.checkCss': {
    method: 'POST',
    path: '/api/clinic/checkcss',
    roles: ['admin', 'clinic'],
    offline: 'online',
    refusals: [],
    input: v.strictObject({ css: text(CLINIC_TEXTS.css) }),
    reply: v.object({ status: v.literal(true), css: v.string(), problems: v.array(CssProblem) }),
  },
} as const satisfies CallTable
