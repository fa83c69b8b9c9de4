/** One line of an iCalendar text (RFC 5545 3.1): name in capitals, parameters by name in capitals, the raw value. */
export type Property = {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
  readonly value: string
}

/** The content between BEGIN and END: VEVENT, VTIMEZONE, STANDARD … */
export type Component = {
  readonly name: string
  readonly properties: Property[]
  readonly components: Component[]
}

/**
 * The components of a text, whatever surrounds them: a byte order mark, bytes that are not UTF-8, several calendars,
 * none at all around an event, any kind of line end. Lines that are neither a property nor a continuation are ignored.
 * Returns null for a text with neither calendar nor event, such as an error page.
 */
export function parseComponents(bytes: Uint8Array): Component | null {
  const root: Component = { name: '', properties: [], components: [] }
  const open = [root]
  for (const line of unfold(decode(bytes))) {
    const property = parseLine(line)
    if (!property) continue
    const parent = open.at(-1)!
    const value = property.value.trim().toUpperCase()
    if (property.name === 'BEGIN') {
      if (open.length > MOST_DEEP) return null
      const component: Component = { name: value, properties: [], components: [] }
      parent.components.push(component)
      open.push(component)
    } else if (property.name === 'END') {
      const at = open.findLastIndex(({ name }) => name === value)
      if (at > 0) open.length = at
    } else parent.properties.push(property)
  }
  return root.components.some(({ name }) => name === 'VCALENDAR' || name === 'VEVENT') ? root : null
}

/** All components of a name, at any depth: an unterminated one contains those that come after it. */
export function componentsOf(component: Component, name: string): Component[] {
  return component.components.flatMap((each) => [...(each.name === name ? [each] : []), ...componentsOf(each, name)])
}

/** The first of a name: of a repeated property that may occur once, the first counts. */
export const propertyOf = ({ properties }: Component, name: string) => properties.find((each) => each.name === name)

/** Text as people read it (RFC 5545 3.3.11), without what no title contains: control characters, halves of letters. */
export function textOf(value: string): string {
  return value
    .replaceAll(/\\([\\;,nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? ' ' : letter))
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const MOST_DEEP = 8

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function* unfold(text: string): Generator<string> {
  let line: string[] = []
  for (const part of text.split(/\r\n|\n|\r/)) {
    if (/^[ \t]/.test(part) && line.length) line.push(part.slice(1))
    else {
      if (line.length) yield line.join('')
      line = part ? [part] : []
    }
  }
  if (line.length) yield line.join('')
}

function parseLine(line: string): Property | null {
  const colon = colonOf(line)
  if (colon < 0) return null
  const [name = '', ...parts] = paramsOf(line.slice(0, colon))
  if (!/^[\w-]+$/.test(name)) return null
  const params: Record<string, string> = Object.create(null) as Record<string, string> // a parameter may be called __proto__
  for (const each of parts) {
    const equals = each.indexOf('=')
    if (equals < 1) return null
    params[each.slice(0, equals).toUpperCase()] ??= each.slice(equals + 1).replaceAll('"', '')
  }
  return { name: name.toUpperCase(), params, value: line.slice(colon + 1) }
}

/** Splits at semicolons outside quotes: every second part between quotes is outside. */
function paramsOf(head: string): string[] {
  const params = ['']
  for (const [i, part] of head.split('"').entries()) {
    const [first = '', ...rest] = i % 2 ? [part] : part.split(';')
    params.push(params.pop() + first, ...rest)
  }
  return params
}

/** The colon before the value: the first outside quotes. */
function colonOf(line: string): number {
  let quoted = false
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') quoted = !quoted
    else if (line[i] === ':' && !quoted) return i
  }
  return -1
}
