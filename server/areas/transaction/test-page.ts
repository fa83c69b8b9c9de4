import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Currency, Language } from '../../../contract/kernel/constants.ts'
import { LANGUAGES, LANGUAGE_COOKIE } from '../../../contract/kernel/constants.ts'
import { id as idField } from '../../../contract/kernel/fields.ts'
import { PAY_RETURN_PATH } from '../../../contract/transaction/transaction.ts'
import { no } from '../../http/answer.ts'
import type { Deps } from '../../http/handler.ts'
import { send } from '../../http/routes.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'
import { originOf } from './generate.ts'
import { receiveNotice } from './notice.ts'
import { isTestProvider, testPagePath } from '../../ports/payment/provider-test.ts'
import { moneyIn } from '../payment/words.ts'

/**
 * The built-in provider's own page, plainly marked: no one is charged, and no card is requested. Absent if another
 * provider is set up.
 */
export async function registerTestPage(app: FastifyInstance, deps: Deps) {
  const { pay } = deps
  if (!isTestProvider(pay)) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get<{ Params: { id: string } }>(testPagePath(':id'), async (request, reply) => {
      const order = await orderOf(deps, request.params.id)
      if (!order) return send(reply, no(404, 'not_found'))
      return (
        reply
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-store')
          // without a referrer a browser sends the form with the origin null, which matches no host; the address
          // reveals nothing
          .header('referrer-policy', 'same-origin')
          .send(page(order, languageOf(request.headers.cookie)))
      )
    })
    scope.post<{ Params: { id: string } }>(testPagePath(':id'), async (request, reply) => {
      const parsed = v.safeParse(Pressed, request.body)
      const order = parsed.success ? await orderOf(deps, request.params.id) : null
      if (!parsed.success || !order) return send(reply, no(404, 'not_found'))
      const notice = await pay.decide(order.id, parsed.output.decision)
      // the way a real provider's would come, bytes and signature; a payer who leaves the page does not stop it
      if (notice) await receiveNotice(deps, notice.raw, notice.signature)
      const origin = await originOf(deps, { host: request.hostname.toLowerCase() })
      return reply.redirect(`${origin}${PAY_RETURN_PATH}?transaction=${order.id}`, 303)
    })
  })
}

const Pressed = v.strictObject({ decision: v.picklist(['charge', 'decline', 'charge_silently']) })

type Order = {
  readonly id: string
  readonly amount: number
  readonly currency: Currency
  readonly state: string
  readonly title: string
}

async function orderOf({ pool }: Deps, id: string): Promise<Order | null> {
  if (!v.is(idField, id)) return null
  const { rows } = await pool.query<Order>(
    `select t.id, c.amount, c.currency, c.state, coalesce(k.name, 'Bedside') as title from test_charge c
       join payment_transaction t on t.id = c.transaction_id left join clinic k on k.id = t.clinic_id where c.transaction_id = $1`,
    [id],
  )
  return rows[0] ?? null
}

function languageOf(cookie: string | undefined): Language {
  const language = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`).exec(cookie ?? '')?.[1]
  return LANGUAGES.find((each) => each === language) ?? 'tr'
}

function page({ amount, currency, state, title }: Order, lang: Language): string {
  const words = WORDS[lang]
  const buttons = `<button name="decision" value="charge" class="pay">${words.pay} ${escapeHtml(moneyIn(lang, amount, currency))}</button>
<button name="decision" value="decline">${words.decline}</button><button name="decision" value="charge_silently">${words.silently}</button>`
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words.test}</title><style>${STYLE}</style><main><p class="mark">${words.test}</p><h1>${escapeHtml(title)}</h1>
<p class="sum">${escapeHtml(moneyIn(lang, amount, currency))}</p><p>${words.nobody}</p>
${state === 'open' ? `<form method="post">${buttons}</form>` : `<p class="over">${words.over}</p>`}</main></html>`
}

const WORDS: Readonly<
  Record<Language, Readonly<Record<'test' | 'nobody' | 'pay' | 'decline' | 'silently' | 'over', string>>>
> = {
  tr: {
    test: 'Deneme ödemesi',
    nobody: 'Bu sayfa yerleşik deneme sağlayıcısınındır. Kart bilgisi istenmez, kimseden para çekilmez.',
    pay: 'Öde:',
    decline: 'Kartı reddet',
    silently: 'Öde, ama bildirimi ulaştırma',
    over: 'Bu ödeme sonuçlandı. Sayfayı kapatabilirsiniz.',
  },
  en: {
    test: 'Test payment',
    nobody: 'This page belongs to the built-in test provider. No card is asked for and no one is charged.',
    pay: 'Pay',
    decline: 'Decline the card',
    silently: 'Pay, but lose the notice',
    over: 'This payment is settled. You can close the page.',
  },
  de: {
    test: 'Testzahlung',
    nobody: 'Diese Seite gehört zum eingebauten Testanbieter. Es wird keine Karte verlangt und nichts abgebucht.',
    pay: 'Bezahlen:',
    decline: 'Karte ablehnen lassen',
    silently: 'Bezahlen, aber die Meldung verlieren',
    over: 'Diese Zahlung ist abgeschlossen. Sie können die Seite schließen.',
  },
  ru: {
    test: 'Тестовый платёж',
    nobody: 'Это страница встроенного тестового провайдера. Данные карты не нужны, деньги не списываются.',
    pay: 'Оплатить',
    decline: 'Отклонить карту',
    silently: 'Оплатить, но потерять уведомление',
    over: 'Этот платёж завершён. Страницу можно закрыть.',
  },
}

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 'IBM Plex Sans Variable',system-ui,sans-serif}main{max-width:26rem;margin:8vh auto;padding:0 1.25rem}
.mark{display:inline-block;margin:0;padding:.125rem .625rem;border:2px dashed #b45309;border-radius:6px;font-weight:600}h1{font-size:1.25rem;margin:1rem 0 0}
.sum{font-size:2rem;font-weight:600;margin:.25rem 0 1rem;font-variant-numeric:tabular-nums}form{display:grid;gap:.625rem}
button{min-height:44px;padding:.5rem 1rem;font:inherit;border:1px solid #8888;border-radius:8px;background:transparent;color:inherit;cursor:pointer}
.pay{background:#00677d;border-color:#00677d;color:#fff;font-weight:600}button:focus-visible{outline:3px solid #00677d;outline-offset:2px}`
