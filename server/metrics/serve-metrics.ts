import { createServer } from 'node:http'
import { guarded, type FailureLog } from '../kernel/guarded.ts'
import type { Metrics } from './metrics.ts'

/** Where metrics are served: a separate address, since they are for the operator and not for the internet. */
export type MetricsAddress = { readonly host: string; readonly port: number }

/** Serves `/metrics` at its own address; resolves once it listens. Throws EADDRINUSE if another program uses it. */
export async function serveMetrics(metrics: Metrics, { host, port }: MetricsAddress, log: FailureLog) {
  const server = createServer((request, response) => {
    const isMetricsRequest =
      (request.method === 'GET' || request.method === 'HEAD') && request.url?.split('?')[0] === '/metrics'
    if (!isMetricsRequest) return void response.writeHead(404).end()
    void guarded(log, 'metrics', async () => {
      const text = await metrics.text()
      response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text)
    }).then((went) => {
      if (!went) response.writeHead(500).end()
    })
  })
  server.requestTimeout = 10_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    address: server.address(),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
