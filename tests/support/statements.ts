import pg from 'pg'

export type Statement = { readonly text: string; readonly values: readonly unknown[] }

/** The statements that this process sends to PostgreSQL while `work` runs, in order, on any connection. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly Statement[]> {
  const statements: Statement[] = []
  const query = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [its, values = []] = args as [string | { text: string; values?: unknown[] }, unknown[]?]
    statements.push(typeof its === 'string' ? { text: its, values } : { text: its.text, values: its.values ?? values })
    return (query as (...args: unknown[]) => unknown).apply(this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return statements
}
