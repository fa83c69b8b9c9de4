import type { TestServer } from './server.ts'

/**
 * Compares the clinics and the platform's settings before and after a journey: the next journey of the same server must find them unchanged. If a
 * clinic's look or rules stay changed, some other file fails much later, so the journey that left the change fails instead.
 */
export async function asFound(server: TestServer) {
  const before = await settingsOf(server)
  return async (): Promise<string[]> => {
    const now = await settingsOf(server)
    return [...before].flatMap(([name, fields]) =>
      Object.keys(fields)
        .filter((field) => JSON.stringify(fields[field]) !== JSON.stringify(now.get(name)?.[field]))
        .map((field) => `${name}: ${field}`),
    )
  }
}

async function settingsOf(server: TestServer) {
  const rows = await server.sql<{ name: string; fields: Readonly<Record<string, unknown>> }>(
    `select c.slug as name, to_jsonb(c) - $1::text[] as fields from clinic c where c.deleted_at is null
     union all select s.id, s.data from setting s`,
    [WRITTEN_ALONG],
  )
  return new Map(rows.map(({ name, fields }) => [name, fields]))
}

/** Written with every change, even one that is undone. `confirmed_hosts` is only read for private clinics. */
const WRITTEN_ALONG = ['version', 'field_versions', 'updated_at', 'updated_by', 'audience', 'confirmed_hosts']
