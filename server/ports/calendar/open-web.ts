import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** What a fetch needs from the open internet; tests replace it with loopback. */
export type OpenWeb = {
  /** Every address of a name; empty if it has none. */
  readonly resolve: (host: string) => Promise<readonly string[]>
  /** Connects to exactly this address; `host` is for its certificate. */
  readonly connect: (to: { readonly address: string; readonly port: number; readonly host: string }) => Socket
}

export const openWeb: OpenWeb = {
  resolve: async (host) => (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address),
  connect: ({ address, port, host }) =>
    port === 80
      ? connect({ host: address, port })
      : connectTls({ host: address, port, ALPNProtocols: ['http/1.1'], ...(isIP(host) === 0 && { servername: host }) }),
}
