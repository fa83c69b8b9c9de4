import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClinicFace } from '../../../contract/clinic/clinic.face.ts'
import { DEFAULT_LANGUAGE, type Language } from '../../../contract/kernel/constants.ts'
import type { LoginType } from '../../../contract/session/session.ts'
import { iconPath } from '../../areas/clinic/icon.ts'
import { hostFaceOf } from '../../areas/clinic/manifest.ts'
import { brandOf } from './brand.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import { markupOf } from './markup.ts'
import { stylesFor } from './styles.ts'
import { readWords } from './words.ts'

/** Makes a sign-in page for a kind of account, a language and a host. */
export type SignInPage = (type: LoginType, language: Language, face: ClinicFace | null) => string

/**
 * Makes the sign-in pages from the built page (issue 37, 4): what is drawn first is inline with its styles, and so is
 * the first script, which decides about light and dark; the style sheet follows below, where it blocks nothing.
 * Everything else, including the import map, is as built.
 */
export async function readSignInPage(dist: string): Promise<SignInPage> {
  const read = (file: string) => readFile(join(dist, file), 'utf8')
  const [built, boot, words] = await Promise.all([read('index.html'), read('boot.js'), readWords()])
  const [sheetTag = '', sheet = ''] = /<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/.exec(built) ?? []
  const [bootTag = '', data = ''] = /<script src="\/boot\.js"([^>]*)><\/script>/.exec(built) ?? []
  if (!sheetTag || !bootTag) throw new Error('the built page has no style sheet, or no first script')
  const rules = await read(sheet)
  const styles = `${stylesFor(rules, `<html><body>${markupOf('patient', DEFAULT_LANGUAGE, words[DEFAULT_LANGUAGE], LARGEST)}`)}${OVER}`
  const shell = built
    .replace(sheetTag, '')
    .replace(/<link rel="preload" as="font"[^>]*>\s*/, '')
    .replace(bootTag, () => `<style>${styles}</style>\n    <script${data}>${boot}</script>`)
    .replace('</body>', () => `  ${sheetTag}\n  </body>`)
  return (type, language, face) => {
    const name = escapeHtml(face?.name ?? 'Bedside')
    const texts = words[language]
    const brand = face && brandOf(face.brand)
    // the manifest's own address, so that the icon is fetched once
    const icon = iconPath(hostFaceOf(face), 192, 'any')
    const worn = brand ? ` style="--brand-h:${brand.hue};--brand-c:${brand.chroma}"` : ''
    const about = escapeHtml(texts['Appointments, test results and medication advice in one place, even offline.'])
    return shell
      .replace(/<html ([^>]*)lang="\w+"/, (_, before: string) => `<html ${before}lang="${language}"${worn}`)
      .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
      .replace(/(<meta name="description" content=")[^"]*/, (_, before: string) => `${before}${name}: ${about}`)
      .replace('href="/icon-192.png"', `href="${icon}"`)
      .replace('<div id="root">', () => `${markupOf(type, language, texts, face)}\n    <div id="root">`)
  }
}

/**
 * While it is shown the app is drawn below it; a person who goes straight into the app does not see it
 * (public/boot.js).
 */
const OVER = '[data-goes-on] #early,html:not([data-goes-on]) #early~#root{display:none}'

/** A clinic with every field, so that every part of the page is drawn. */
const LARGEST = { name: 'A', brand: '#000000', logoId: '0', address: 'A', city: 'A', phone: '0' } as ClinicFace
