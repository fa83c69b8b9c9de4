import type { FastifyInstance } from 'fastify'
import { wallTime } from '../../../contract/kernel/when.ts'
import type { Deps } from '../../http/handler.ts'
import { escapeHtml } from '../../kernel/escape-html.ts'

/**
 * /dev/outbox: mail and SMS that a demo server would have sent. With real data, or once a mail server is set up, it is
 * empty: only a demo server has such a page, and messages that are really sent lose their words.
 */
export function registerOutbox(app: FastifyInstance, { pool, demo }: Pick<Deps, 'pool' | 'demo'>) {
  if (!demo) return
  app.get('/dev/outbox', async (_request, reply) => {
    const { rows } = await pool.query<Shown>(
      `select id, channel, recipient, subject, body, ended_at from message where state = 'sent' and body is not null order by ended_at desc, id desc limit 100`,
    )
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(rows))
  })
}

type Shown = {
  id: string
  channel: 'mail' | 'sms'
  recipient: string
  subject: string | null
  body: string
  ended_at: Date
}

const page = (messages: readonly Shown[]) => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Outbox of the demo data</title><style>${STYLE}</style>
<main><h1>Outbox of the demo data</h1>
<p>No mail server and no SMS gateway are set up, and everyone in the demo data is invented. What would have gone out is listed here, newest first.</p>
${messages.length ? messages.map(section).join('\n') : '<p><b>Nothing has been sent yet.</b> Ask for a new password, or register.</p>'}</main></html>`

const section = ({ id, channel, recipient, subject, body, ended_at }: Shown) => `<article aria-labelledby="m${id}">
<p class="to"><span>${channel === 'mail' ? 'Mail' : 'SMS'}</span> ${escapeHtml(recipient)} <time datetime="${ended_at.toISOString()}">${wallTime(ended_at.getTime(), 'UTC')} UTC</time></p>
<h2 id="m${id}">${escapeHtml(subject ?? `To ${recipient}`)}</h2><pre>${linked(body)}</pre></article>`

/** Makes links: only the templates contain them, never text that people typed. */
const linked = (body: string) =>
  escapeHtml(body).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 'IBM Plex Sans Variable',system-ui,sans-serif}main{max-width:44rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1.0625rem;margin:.25rem 0 .5rem}article{border:1px solid #8886;border-radius:10px;padding:1rem;margin:1rem 0}
.to{display:flex;flex-wrap:wrap;gap:.25rem .75rem;margin:0;font-size:.875rem;opacity:.85}.to span{font-weight:600}.to time{margin-left:auto}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:0}a{color:inherit}`
