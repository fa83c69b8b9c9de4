import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { LANGUAGES, type Language } from '../../contract/kernel/constants.ts'
import { no } from './answer.ts'
import { send } from './routes.ts'

/**
 * A demo server has passwords that everyone knows, so it answers only its own machine, whatever is in front of it
 * (docs/decisions/0074). `hosts`: names under which the operator has opened it to others.
 */
export type DemoDoor = { readonly hosts: ReadonlySet<string> }

/** Refuses everyone else before anything is read, with one page for people and one code for programs. */
export function registerDemoDoor(app: FastifyInstance, door: DemoDoor): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isLetIn(door, request.raw)) return
    if (request.headers.accept?.includes('text/html') && !request.url.startsWith('/api/'))
      return reply.code(403).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(PAGE)
    await send(reply, no(403, 'demo_only_here'))
  })
}

/**
 * Whether a request comes from this machine: its peer, every address that a proxy names, and the host it asks for. An
 * unreadable proxy header counts as from elsewhere. The socket's handshake, which passes no hook, uses it too.
 */
export function isLetIn(
  { hosts }: DemoDoor,
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
): boolean {
  const entry = nameOf(headers.host ?? '')
  if (hosts.has(entry)) return true
  return isLoopback(socket.remoteAddress ?? '') && isHere(entry) && saidBehind(headers).every(isHere)
}

/** All addresses and hosts in proxy headers, without ports. */
function saidBehind(headers: IncomingHttpHeaders): string[] {
  const listed = (name: string) => [headers[name] ?? []].flat().flatMap((text) => text.split(','))
  const forwarded = listed('forwarded').flatMap((entry) =>
    entry.split(';').flatMap((part) => {
      const [name, ...value] = part.split('=')
      return ['for', 'by', 'host'].includes(name?.trim().toLowerCase() ?? '') ? [value.join('=')] : []
    }),
  )
  return [...NAMED.flatMap(listed), ...forwarded].map(nameOf)
}

const NAMED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'cf-connecting-ip',
  'true-client-ip',
]

/** `[::1]:3000`, `"[::1]"`, `localhost:3000` and `127.0.0.1` without quotes, brackets and port. */
function nameOf(text: string): string {
  const plain = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .toLowerCase()
  const bracketed = /^\[([^\]]*)\](:\d+)?$/.exec(plain)
  if (bracketed) return bracketed[1]!
  // a name with a port is no address, and ipaddr reports that by an exception, which each request would pay for
  return isIP(plain) ? plain : plain.replace(/:\d+$/, '').replace(/\.$/, '')
}

const isHere = (name: string) => name === 'localhost' || name.endsWith('.localhost') || isLoopback(name)

const isLoopback = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'

/** Sent before a language is known, so in all of them. */
const WORDS: Readonly<Record<Language, readonly [title: string, text: string]>> = {
  tr: [
    'Bu sunucuda deneme verileri var',
    'İçindeki herkes uydurmadır ve parolaları herkesçe bilinir; bu yüzden yalnızca çalıştığı bilgisayara yanıt verir. Başkalarına açmak için işleten kişi, sunucunun adresini BEDSIDE_DEMO_HOSTS ayarına yazar; gerçek hastalar için BEDSIDE_DEMO=0 ile boş bir sunucu kurulur.',
  ],
  en: [
    'This server holds demo data',
    'Everyone in it is invented and their passwords are public, so it answers only to the machine it runs on. To open it to others, whoever runs it adds its address to the setting BEDSIDE_DEMO_HOSTS; for real patients, start a new server with BEDSIDE_DEMO=0.',
  ],
  de: [
    'Auf diesem Server liegen Demodaten',
    'Alle Personen darin sind erfunden, und ihre Passwörter sind bekannt; deshalb antwortet er nur dem Rechner, auf dem er läuft. Um ihn für andere zu öffnen, trägt, wer ihn betreibt, seine Adresse in die Einstellung BEDSIDE_DEMO_HOSTS ein; für echte Patientinnen und Patienten wird ein neuer Server mit BEDSIDE_DEMO=0 gestartet.',
  ],
  ru: [
    'На этом сервере демонстрационные данные',
    'Все люди в них вымышлены, а пароли известны всем, поэтому он отвечает только компьютеру, на котором запущен. Чтобы открыть его другим, тот, кто им управляет, указывает его адрес в настройке BEDSIDE_DEMO_HOSTS; для настоящих пациентов запускается новый сервер с BEDSIDE_DEMO=0.',
  ],
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Bedside</title>
<main>
${LANGUAGES.map((lang) => `<section lang="${lang}"><h1>${WORDS[lang][0]}</h1><p>${WORDS[lang][1]}</p></section>`).join('\n')}
</main>
</html>
`
