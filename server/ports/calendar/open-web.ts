import { lookup } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'

/** The two ways to the open internet that a fetch needs; tests give it others, which lead to loopback. */
export type OpenWeb = {
  /** Every address of a name; none for a name that has none. */
  readonly resolve: (host: string) => Promise<readonly string[]>
  /** A connection to this address and no other; `host` is for its certificate. */
  readonly connect: (to: { readonly address: string; readonly port: number; readonly host: string }) => Socket
}

export const openWeb: OpenWeb = {
  resolve: async (host) => (await lookup(host, { all: true }).catch(() => [])).map(({ address }) => address),
  connect: ({ address, port, host }) =>
    port === 80
      ? connect({ host: address, port })
      : connectTls({ host: address, port, ALPNProtocols: ['http/1.1'], ...(isIP(host) === 0 && { servername: host }) }),
}
