import type { TestServer } from './server.ts'

/**
 * What the next journey of the same server finds as the first one did: the clinics and the platform's settings. A clinic whose look, hours or
 * rules stay changed makes another journey fail, hours later in another file, so the one that left it fails instead.
 */
export async function asFound(house: TestServer) {
  const before = await settingsOf(house)
  return async (): Promise<string[]> => {
    const now = await settingsOf(house)
    return [...before].flatMap(([name, fields]) =>
      Object.keys(fields)
        .filter((field) => JSON.stringify(fields[field]) !== JSON.stringify(now.get(name)?.[field]))
        .map((field) => `${name}: ${field}`),
    )
  }
}

async function settingsOf(house: TestServer) {
  const rows = await house.sql<{ name: string; fields: Readonly<Record<string, unknown>> }>(
    `select c.slug as name, to_jsonb(c) - $1::text[] as fields from clinic c where c.deleted_at is null
     union all select s.id, s.data from setting s`,
    [WRITTEN_ALONG],
  )
  return new Map(rows.map(({ name, fields }) => [name, fields]))
}

/** Written along with each change, also with one that is taken back; of the hosts only a private clinic's are read. */
const WRITTEN_ALONG = ['version', 'field_versions', 'updated_at', 'updated_by', 'audience', 'confirmed_hosts']
