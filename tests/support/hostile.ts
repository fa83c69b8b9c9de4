import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../../../shared/data/hostile-strings.json')

/**
 * Strings that have broken other software, from the list if it is present; otherwise a few of each kind of our own.
 * Each at most 20,000 characters.
 */
export function hostileStrings(): readonly string[] {
  if (!existsSync(FILE)) {
    process.stdout.write('hostile-strings.json is not here: a few strings of ours are tried instead.\n')
    return OURS
  }
  // the file's format: a string, or how to make a long one
  const found = JSON.parse(readFileSync(FILE, 'utf8')) as { s?: string; make?: { repeat: string; times: number } }[]
  return found.map(({ s, make }) => (s ?? make?.repeat.repeat(make.times) ?? '').slice(0, 20_000))
}

const OURS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "javascript:alert('1')",
  '</style><style>*{display:none}',
  `'; drop table person; --`,
  '{{constructor.constructor("alert(1)")()}}',
  '=HYPERLINK("http://x.example";"y")',
  '\u202Egnp.exe',
  'a\r\nBcc: x@example.com',
  'BEGIN:VEVENT\r\nEND:VCALENDAR',
  '../../etc/passwd',
  '%s%n%x',
  '😀'.repeat(50),
  'x'.repeat(5000),
]
