import type { ClinicFace } from '../../contract/clinic/clinic.ts'

/** Puts this host's page CSS on the page, or takes it off; the server has bound it to what is the clinic's (TRUST D7). */
export function wearPageCss(face: Pick<ClinicFace, 'cssVersion'> | null): void {
  const worn = document.querySelector<HTMLLinkElement>('link[data-page-css]')
  const href = face?.cssVersion ? `/clinic.css?v=${face.cssVersion}` : null
  if (!href) return worn?.remove()
  if (worn?.getAttribute('href') === href) return
  const link = worn ?? document.createElement('link')
  link.rel = 'stylesheet'
  link.dataset['pageCss'] = ''
  link.href = href
  if (!worn) document.head.append(link)
}
