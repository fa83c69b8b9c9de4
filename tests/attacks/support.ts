import { sendMessages } from '../../server/jobs/send-messages.ts'
import { settleRequests } from '../../server/areas/session/settle-requests.ts'
import type { TestServer } from '../support/server.ts'

/** Every mail and SMS that was sent to an address, the newest first, as its reader sees it. */
export async function sentTo(server: TestServer, recipient: string): Promise<string[]> {
  await settleRequests(server.deps)
  await sendMessages(server.deps)
  const { rows } = await server.pool.query<{ words: string }>(
    `select concat_ws(E'\\n', subject, body) as words from message where recipient = $1 and state = 'sent' order by id desc`,
    [recipient],
  )
  return rows.map(({ words }) => words)
}
