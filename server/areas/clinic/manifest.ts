import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '../../../contract/kernel/constants.ts'
import type { ClinicFace } from '../../../contract/clinic/clinic.face.ts'
import { DOCUMENT_ENDINGS } from '../../../contract/file/file.kinds.ts'
import type { LoginType } from '../../../contract/session/session.ts'
import { no } from '../../http/answer.ts'
import type { Deps } from '../../http/handler.ts'
import { send } from '../../http/routes.ts'
import { cookieOf } from '../../identity/bind.ts'
import { besideOf, meaningOfHost } from '../../identity/host.ts'
import { drawIcon, iconPath, iconVersion, PLATFORM, type HostFace, type IconKind } from './icon.ts'
import { SHORTCUT_WORDS, shortcutsOf } from './manifest.words.ts'

/**
 * The installed app's name, colour, icons and shortcuts, by host: each clinic installs as its own app (rule 94). `id`
 * and `start_url` never change, so that a browser recognises the app and takes over a new name, colour or icon. The
 * device's language and last kind of sign-in come in SPEC §9's cookies; an unknown host is `clinic_not_found`.
 */
export function registerManifest(app: FastifyInstance, deps: Deps) {
  app.get('/manifest.webmanifest', async (request, reply) => {
    const clinic = await clinicOf(deps, request)
    if (clinic === 'unknown') return notFound(reply)
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .send(manifestOf(clinic, languageIn(request), loginTypeIn(request)))
  })
  app.get<{ Params: { file: string }; Querystring: { v?: string } }>('/icon-:file', async (request, reply) => {
    const wanted = ICONS.get(request.params.file)
    if (!wanted) return reply.callNotFound()
    const clinic = await clinicOf(deps, request, { besides: true })
    if (clinic === 'unknown') return notFound(reply)
    const face = hostFaceOf(clinic)
    const isLasting = request.query.v === iconVersion(face)
    return reply
      .type('image/png')
      .header('cache-control', isLasting ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      .send(await drawIcon(deps, face, ...wanted))
  })
  // the worker takes shared files into the app; without a worker there is nothing that could keep them
  app.post('/share', { onRequest: async (_request, reply) => reply.redirect('/share?why=no-worker', 303) }, () => {
    throw new Error('answered before its body is read')
  })
}

/** The available icons by the end of their address. Apple's phones find theirs by a link in the page. */
const ICONS: ReadonlyMap<string, readonly [size: number, kind: IconKind]> = new Map([
  ['180.png', [180, 'apple']],
  ['192.png', [192, 'any']],
  ['512.png', [512, 'any']],
  ['192-maskable.png', [192, 'maskable']],
  ['512-maskable.png', [512, 'maskable']],
  ['512-monochrome.png', [512, 'monochrome']],
])

/** The clinic of the host; null on the platform's own. `besides`: a website or a payment page has its icon too. */
async function clinicOf(
  deps: Deps,
  { hostname }: FastifyRequest,
  { besides }: { readonly besides: boolean } = { besides: false },
): Promise<ClinicFace | null | 'unknown'> {
  const meaning = await meaningOfHost(deps, hostname.toLowerCase())
  if (meaning.kind === 'unknown')
    return (besides && (await besideOf(deps.pool, hostname.toLowerCase()))?.clinic) || 'unknown'
  return meaning.kind === 'clinic' ? meaning.clinic : null
}

/** A clinic's appearance on a home screen, or the platform's. */
export const hostFaceOf = (clinic: ClinicFace | null): HostFace =>
  clinic
    ? {
        name: clinic.name,
        brand: clinic.brand,
        logo: clinic.logoId ? { clinic: clinic.id, id: clinic.logoId } : null,
      }
    : PLATFORM

function manifestOf(clinic: ClinicFace | null, lang: Language, type: LoginType | null) {
  const face = hostFaceOf(clinic)
  const icon = (size: number, purpose: IconKind) => ({
    src: iconPath(face, size, purpose),
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const description = clinic?.seoDescription.find((text) => text.lang === lang)?.value
  return {
    id: '/',
    name: face.name,
    short_name: clinic?.appName ?? shortOf(face.name),
    ...(description && { description }),
    start_url: '/appointment',
    scope: '/',
    display: 'standalone',
    lang,
    dir: 'ltr',
    categories: ['medical', 'health'],
    theme_color: face.brand,
    background_color: '#f6f8f9',
    icons: [...ICONS.values()].filter(([, kind]) => kind !== 'apple').map(([size, purpose]) => icon(size, purpose)),
    screenshots: (
      [
        ['narrow', '390x844'],
        ['wide', '1280x800'],
      ] as const
    ).map(([form, sizes]) => ({
      src: `/install/${form}-${lang}.webp`,
      sizes,
      type: 'image/webp',
      form_factor: form,
      label: SHORTCUT_WORDS[lang].visits,
    })),
    shortcuts: shortcutsOf(type, clinic !== null).map(({ word, url }) => ({ name: SHORTCUT_WORDS[lang][word], url })),
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        files: [
          {
            name: 'files',
            accept: Object.entries(DOCUMENT_ENDINGS).flatMap(([kind, endings]) => [
              kind,
              ...endings.map((ending) => `.${ending}`),
            ]),
          },
        ],
      },
    },
  }
}

/** The label under an icon is cut after a dozen letters. */
const shortOf = (name: string) => (name.length <= 12 ? name : [...name.trim().split(/\s/)[0]!].slice(0, 12).join(''))

const notFound = (reply: FastifyReply) => send(reply, no(404, 'clinic_not_found'))

function languageIn(request: FastifyRequest): Language {
  const requested = cookieOf(request.headers.cookie, 'user-lang')
  return LANGUAGES.find((each) => each === requested) ?? DEFAULT_LANGUAGE
}

function loginTypeIn(request: FastifyRequest): LoginType | null {
  const requested = cookieOf(request.headers.cookie, 'user_login_type')
  return (['admin', 'doctor', 'patient'] as const).find((each) => each === requested) ?? null
}
