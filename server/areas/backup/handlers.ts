import type { BackupLine } from '../../../contract/backup/backup.ts'
import type { Area } from '../../http/handler.ts'

/** The state of the backups, for superadmins (decision 0105). */
export const backupHandlers: Area<'backup'> = {
  'backup.list': async (_, { db }) => {
    const { rows: last } = await db.query<BackupLine>(
      `select distinct on (kind) kind, iso(ended_at) as "endedAt", extract(epoch from ended_at - began_at)::int as seconds, fault,
              rows::float8 as rows, files::float8 as files, bytes::float8 as bytes
         from backup where fault is null order by kind, ended_at desc`,
    )
    const { rows: backups } = await db.query<BackupLine>(
      `select kind, iso(ended_at) as "endedAt", extract(epoch from ended_at - began_at)::int as seconds, fault,
              rows::float8 as rows, files::float8 as files, bytes::float8 as bytes
         from backup order by ended_at desc limit 20`,
    )
    return { status: true, last, backups }
  },
}
