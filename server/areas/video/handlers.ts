import type { Parsed } from '../../../contract/calls.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { PLACE_STEP } from '../../../contract/video/video.rules.ts'
import type { Video } from '../../../contract/video/video.ts'
import { readRows } from '../../db/rows.ts'
import { asPerson } from '../../db/transaction.ts'
import { Refused } from '../../kernel/refused.ts'
import { ahead, type Area, type Ctx, type Deps } from '../../http/handler.ts'
import { judge } from '../../http/judge.ts'
import { keepPicture } from '../../ports/files/copies.ts'
import { PlatformFailed, type VideoFacts } from '../../ports/video/platform.ts'

/** A doctor's own videos (RULES 13): added if the platform knows them, ordered, removed. */
export const videoHandlers: Area<'video'> = {
  'video.list': async (_, { db, deps }) => {
    const { rows } = await db.query<Video>('select * from video_row order by place, id')
    return { status: true, total: rows.length, pages: 1, after: null, videos: rows, player: deps.videos.player }
  },

  'video.look': ahead(async ({ code }, { deps }) => {
    const { title, picture } = await lookAt(deps, code)
    return {
      status: true,
      title,
      thumbnail: picture && `data:${picture.type};base64,${picture.bytes.toString('base64')}`,
    }
  }),

  'video.add': {
    ahead: async ({ code }, { deps, who }) => {
      const { rows } = await asPerson(deps.pool, who, (db) => db.query(OWN, [who.id, code]))
      const seen = rows.length ? null : await lookAt(deps, code)
      // bytes first, while no transaction is open: of a change that comes to nothing they are cleaned up (jobs/clean-up-files.ts)
      const stored = seen?.picture ? await keepPicture(deps.files, seen.picture) : null
      return (input, ctx) => add(input, ctx, seen && { ...seen, stored })
    },
  },

  'video.move': async ({ id, place }, { db, base }) => {
    const { rows } = await db.query<{ field_versions: Record<string, number> }>(
      'select field_versions from video where id = $1 for update',
      [id],
    )
    if (!rows[0]) throw new Refused('record_not_found')
    judge({ table: 'video', id }, rows[0].field_versions, base, ['place'])
    await db.query('update video set place = $2 where id = $1', [id, place])
    return [{ table: 'video', id }]
  },

  'video.delete': async ({ id }, { db, deps, after }) => {
    const { rows: files } = await db.query<{ stored: string }>(
      `select stored from file where kind = 'video' and of_id = $1`,
      [id],
    )
    const { rowCount } = await db.query('delete from video where id = $1', [id])
    if (!rowCount) throw new Refused('record_not_found')
    after(async () => {
      for (const { stored } of files) await deps.files.remove(stored)
    })
    return [{ table: 'video', id }] satisfies [Target]
  },
}

const OWN = 'select id from video where doctor_id = $1 and code = $2'

/** What the platform said, and under which name its picture was put away. */
type Kept = VideoFacts & { readonly stored: string | null }

/** `seen` is null where the doctor had this video when the platform was to be asked. */
async function add({ id, title, code }: Parsed<'video.add'>, ctx: Ctx<'video.add'>, seen: Kept | null) {
  const { db, who, now, refuse } = ctx
  // TRUST R06: made before, under a key that is lost
  const [known] = await readRows(db, 'video', [id])
  if (known?.code === code && known.title === title.trim()) return { status: true as const, video: known }
  const { rowCount } = await db.query(OWN, [who.id, code])
  if (rowCount || !seen) return refuse('video_exists')
  const thumbnailId = seen.picture && newId(now)
  await db.query(
    `insert into video (id, doctor_id, title, code, place, thumbnail_id, created_at)
       values ($1, $2, $3, $4, coalesce((select min(place) from video where doctor_id = $2) - $7, 0), $5, $6)`,
    [id, who.id, title.trim(), code, thumbnailId, new Date(now), PLACE_STEP],
  )
  if (seen.picture && thumbnailId && seen.stored)
    await notePicture(ctx, id, thumbnailId, { ...seen.picture, stored: seen.stored })
  const [video] = await readRows(db, 'video', [id])
  return { status: true as const, video: video! } // just written
}

/** What the platform says about a code; refused by name if there is no such video, or the platform does not answer. */
async function lookAt({ videos }: Pick<Deps, 'videos'>, code: string): Promise<VideoFacts> {
  const seen = await videos.look(code).catch((error: unknown) => {
    throw error instanceof PlatformFailed ? new Refused('third_party_failure') : error
  })
  if (!seen) throw new Refused('video_not_found')
  return seen
}

async function notePicture(
  { db, who, now }: Pick<Ctx<'video.add'>, 'db' | 'who' | 'now'>,
  of: string,
  id: string,
  { bytes, type, width, height, sha256, stored }: NonNullable<VideoFacts['picture']> & { readonly stored: string },
): Promise<void> {
  await db.query(
    `insert into file (id, kind, of_id, owner_id, type, size, width, height, sha256, stored, created_at)
     values ($1, 'video', $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, of, who.id, type, bytes.length, width, height, sha256, stored, new Date(now)],
  )
}
