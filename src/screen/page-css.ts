import type { ClinicFace } from '../../contract/clinic/clinic.face.ts'

/** Applies or removes this host's page CSS; the server has scoped it to the clinic's own parts (TRUST D7). */
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
