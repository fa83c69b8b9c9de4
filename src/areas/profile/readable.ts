import type { JsonObject } from '../../api/http.ts'

/** One's own data as a page that any browser reads and prints without this app: no script, no external address. */
export function readable(data: JsonObject, title: string, lang: string): string {
  const { status: _, ...parts } = data
  const sections = Object.entries(parts).map(
    ([name, value]) => `<section><h2>${escape(name)}</h2>${shown(value)}</section>`,
  )
  return `<!doctype html><html lang="${escape(lang)}"><meta charset="utf-8"><title>${escape(title)}</title><style>${STYLE}</style><h1>${escape(title)}</h1>${sections.join('')}</html>\n`
}

function shown(value: unknown): string {
  if (Array.isArray(value))
    return value.length ? `<ol>${value.map((each) => `<li>${shown(each)}</li>`).join('')}</ol>` : '<p>–</p>'
  if (typeof value === 'object' && value !== null)
    return `<dl>${Object.entries(value)
      .filter(([, its]) => its !== null && its !== '')
      .map(([name, its]) => `<dt>${escape(name)}</dt><dd>${shown(its)}</dd>`)
      .join('')}</dl>`
  return escape(String(value ?? '–'))
}

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

const STYLE =
  'body{max-width:50rem;margin:2rem auto;padding:0 1rem;font:16px/1.5 sans-serif}dl{display:grid;grid-template-columns:minmax(8rem,auto) 1fr;gap:.25rem 1rem;margin:0}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}li{margin:0 0 1rem}'
