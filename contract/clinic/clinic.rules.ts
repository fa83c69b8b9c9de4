import type { Role } from '../kernel/call.ts'
import { foldText } from '../kernel/fold.rules.ts'
import type { MessageCode } from '../kernel/messages.ts'

/**
 * Normalises a clinic's address from any spelling: with a scheme, a port, a trailing slash, capitals, or letters of any
 * alphabet. The result is like `kuzey.example`: lower case, with letters outside ASCII as browsers send them (`xn--…`).
 * Null if it is no host name: a path, a user, an IP address, or a single word (SPEC §5: typed without https and without
 * a trailing slash).
 */
export function hostOf(typed: string): string | null {
  const bare = /^(?:https?:\/\/)?([^\s/?#@\\%:[\]]+)(?::\d{1,5})?\/?$/i.exec(typed.trim())?.[1]
  const host = bare && URL.parse(`http://${bare}`)?.hostname.replace(/\.$/, '')
  if (!host || host.length > 253) return null
  const labels = host.split('.')
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!)
  return isName ? host : null
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The part of an address that names something: letters and digits of its name in lower case, joined by hyphens; empty
 * if it has none.
 */
export function slugOf(name: string, most: number = SLUG_MOST): string {
  const latin = [...foldText(name)].map((letter) => CYRILLIC[letter] ?? letter).join('')
  return latin
    .normalize('NFKD')
    .replaceAll('ß', 'ss')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, most)
    .replace(/^-|-$/g, '')
}

export const SLUG_MOST = 60
export const isSlug = (text: string): boolean => text.length <= SLUG_MOST && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text)

/** A colour as `#rrggbb`, the only form that is stored. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** One channel of an sRGB colour, 0 to 1, as linear light (IEC 61966-2-1). */
export const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

/** Contrast of two colours (`#rrggbb`): WCAG's ratio, 1 to 21. */
export function contrastOf(colour: string, other: string): number {
  const [dark = 0, light = 0] = [lightOf(colour), lightOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The smallest ratio at which text of normal size is readable (WCAG 1.4.3). */
export const READABLE = 4.5

function lightOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    return linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The colour of letters on a clinic's colour, on its icons: white if readable, otherwise near black (WCAG 1.4.3). */
export const lettersOn = (colour: string): '#ffffff' | '#14181a' =>
  contrastOf(colour, '#ffffff') >= READABLE ? '#ffffff' : '#14181a'

/**
 * Rule 48: an admin or a user of the clinic may switch private use on, but only if there is a user who can switch it
 * off. Only a user of the clinic switches it off.
 */
export function whyNotPrivate(
  wanted: boolean,
  { by, hasUser }: { readonly by: Role; readonly hasUser: boolean },
): Extract<MessageCode, 'private_own_only' | 'clinic_user_not_found'> | null {
  if (!wanted) return by === 'clinic' ? null : 'private_own_only'
  return hasUser ? null : 'clinic_user_not_found'
}

/**
 * Who may set a clinic's addresses: the platform's admins for a public one; for a private one only its own users, once
 * it has ever had one (rule 48, docs/decisions/0040). The database enforces the same.
 */
export function whyNotHosts(
  by: Role,
  { isPrivate, hadUser }: { readonly isPrivate: boolean; readonly hadUser: boolean },
): Extract<MessageCode, 'private_hosts_own' | 'unauthorized'> | null {
  if (by === 'admin') return isPrivate && hadUser ? 'private_hosts_own' : null
  return isPrivate ? null : 'unauthorized'
}

/** How many hosts may show a clinic's booking in a frame. */
export const EMBED_HOSTS_MOST = 10

/**
 * RULES 13, PUT clinic: what only the platform's admins set. A clinic's users may edit the rest (texts, brand, legal).
 */
export const ADMIN_FIELDS = ['zone'] as const

const CYRILLIC: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  й: 'y',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'kh',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'shch',
  ъ: '',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}
