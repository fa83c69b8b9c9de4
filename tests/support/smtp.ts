import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type Smtp = Awaited<ReturnType<typeof startSmtp>>

/**
 * A real mail server on loopback, without TLS; `letters` holds each letter it accepted, with its recipients and source.
 */
export async function startSmtp(account: { readonly user: string; readonly password: string } | null = null) {
  const letters: { readonly to: string; readonly raw: string }[] = []
  const smtp = new SMTPServer({
    authOptional: account === null,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _, done) =>
      username === account?.user && password === account?.password
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8')
        for (const { address } of envelope.rcptTo) letters.push({ to: address, raw })
        done()
      })
    },
  })
  // a client that disconnects is not the test's fault
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  smtp.server.unref()
  return {
    port: (smtp.server.address() as AddressInfo).port, // it listens on TCP
    letters,
    stop: () => new Promise<void>((done) => void smtp.close(done)),
  }
}

/** The words of a letter as its reader sees them: its parts are base64. */
export const wordsOf = (raw: string): string =>
  raw.replaceAll(/(?:[A-Za-z\d+/]{20,}={0,2}\r?\n)+/g, (part) => Buffer.from(part, 'base64').toString('utf8'))
