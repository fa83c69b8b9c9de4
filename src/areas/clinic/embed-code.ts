import type { Language } from '../../../contract/kernel/constants.ts'
import type { Clinic } from '../../../contract/clinic/clinic.ts'

/** Of the browser's address, as far as the clinic's own hosts share it. */
type Here = Pick<Location, 'protocol' | 'host' | 'port'>

/**
 * The page of booking for other websites: on the clinic's panel, otherwise on its website, otherwise on the host this
 * is.
 */
export function embedAddress(clinic: Clinic, language: Language | null, { protocol, host, port }: Here): string {
  const panel = clinic.panelUrlStatus === false ? null : clinic.panelUrl
  const web = clinic.webUrlStatus === false ? null : clinic.webUrl
  const own = panel ?? web
  const at = own ? `${own}${port && `:${port}`}` : host
  return `${protocol}//${at}/embed/${clinic.slug}${language ? `?lang=${language}` : ''}`
}

/** What a website's people paste. A clinic's short name has no sign that HTML knows, its name may. */
export const linkCode = (address: string, words: string): string =>
  `<a href="${escaped(address)}">${escaped(words)}</a>`

export const frameCode = (address: string, title: string): string =>
  `<iframe src="${escaped(address)}" title="${escaped(title)}" width="100%" height="700" style="border:0" loading="lazy"></iframe>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
