import type pg from 'pg'
import { demoId } from './ids.ts'
import { newName, type FileStore } from '../../ports/files/store.ts'
import type { VideoPlatform } from '../../ports/video/platform.ts'

/**
 * Fetches the demo videos' pictures from the platform, as when a video is added, and stores them. Does nothing if they
 * exist.
 */
export async function storeStills(pool: pg.Pool, files: FileStore, videos: VideoPlatform, now: number): Promise<void> {
  const { rows } = await pool.query<{ id: string; doctor_id: string; code: string }>(
    `select id, doctor_id, code from video where thumbnail_id is null and code like 'demo-%'`,
  )
  for (const { id, doctor_id, code } of rows) {
    const picture = (await videos.look(code).catch(() => null))?.picture
    if (!picture) continue
    const stored = newName()
    await files.put(stored, picture.bytes)
    const file = demoId('file', STILLS + Number(code.slice('demo-'.length)))
    await pool.query(
      `insert into file (id, kind, of_id, owner_id, type, size, width, height, sha256, stored, created_at)
       values ($1, 'video', $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        file,
        id,
        doctor_id,
        picture.type,
        picture.bytes.length,
        picture.width,
        picture.height,
        picture.sha256,
        stored,
        new Date(now),
      ],
    )
    await pool.query('update video set thumbnail_id = $2 where id = $1', [id, file])
  }
}

/** File numbers from here on belong to these pictures. */
const STILLS = 1_000_000
