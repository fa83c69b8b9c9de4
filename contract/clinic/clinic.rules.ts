import type { Role } from '../kernel/call.ts'
import { foldText } from '../kernel/fold.rules.ts'
import type { MessageCode } from '../kernel/messages.ts'

/**
 * A clinic's address as it is kept, from any spelling: with a scheme, a port, a slash at the end, capitals, letters of any alphabet.
 * `kuzey.example` in lower case, letters outside ASCII as browsers send them (`xn--…`); null when it is no host's name: a path, a user,
 * an address of digits, one word alone (SPEC §5: typed without https and without a slash at the end).
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

/** The part of an address something is known by: small letters and digits of its name, joined by hyphens; empty when it has none. */
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

/** A colour as `#rrggbb`; nothing else is kept. */
export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** A part of an sRGB colour, 0 to 1, as light (IEC 61966-2-1). */
export const linear = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

/** How far two colours (`#rrggbb`) stand out from each other: WCAG's ratio, 1 to 21. */
export function contrastOf(colour: string, other: string): number {
  const [dark = 0, light = 0] = [lightOf(colour), lightOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** The least ratio at which words of a usual size can be read (WCAG 1.4.3). */
export const READABLE = 4.5

function lightOf(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    return linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** The colour of letters on a clinic's colour, on its icons: white where that can be read, else near black (WCAG 1.4.3). */
export const lettersOn = (colour: string): '#ffffff' | '#14181a' =>
  contrastOf(colour, '#ffffff') >= READABLE ? '#ffffff' : '#14181a'

/**
 * Rule 48: an admin or a user of the clinic may switch private use on, but only where somebody is there who can switch it off again;
 * off only a user of the clinic.
 */
export function whyNotPrivate(
  wanted: boolean,
  { by, hasUser }: { readonly by: Role; readonly hasUser: boolean },
): Extract<MessageCode, 'private_own_only' | 'clinic_user_not_found'> | null {
  if (!wanted) return by === 'clinic' ? null : 'private_own_only'
  return hasUser ? null : 'clinic_user_not_found'
}

/**
 * Whose a clinic's addresses are: the platform's admins set a public one's; a private one's own users, once it has ever had one, alone
 * (rule 48, docs/decisions/0040). The database holds the same line.
 */
export function whyNotHosts(
  by: Role,
  { isPrivate, hadUser }: { readonly isPrivate: boolean; readonly hadUser: boolean },
): Extract<MessageCode, 'private_hosts_own' | 'unauthorized'> | null {
  if (by === 'admin') return isPrivate && hadUser ? 'private_hosts_own' : null
  return isPrivate ? null : 'unauthorized'
}

/** RULES 13, PUT clinic: what only the platform's admins set; the rest is a clinic user's own too (texts, brand, legal). */
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
