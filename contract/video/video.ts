import * as v from 'valibot'
import type { CallTable } from '../kernel/call.ts'
import { id, instant, listed, newRecordId, requiredText, text, version } from '../kernel/fields.ts'
import { VIDEO_CODE } from './video.rules.ts'

/** Only the code of a link (SPEC §5). */
const code = v.pipe(v.string(), v.regex(VIDEO_CODE))
const MOST_PLACE = 2 ** 45
/** Its place among its doctor's videos, lowest first. */
const place = v.pipe(v.number(), v.integer(), v.minValue(-MOST_PLACE), v.maxValue(MOST_PLACE))

/** A doctor's video on the platform (SPEC §3, SCREENS B18): only the doctor's own (RULES 13). */
export const Video = v.object({
  id,
  version,
  doctorId: id,
  title: text(200),
  code,
  place,
  /** A stored picture, read like any other file; null if the platform had none. */
  thumbnailId: v.nullable(id),
  createdAt: instant,
})
export type Video = v.InferOutput<typeof Video>

const videoReply = v.object({ status: v.literal(true), video: Video })
const roles = ['doctor'] as const

export const videoCalls = {
  'video.list': {
    method: 'GET',
    path: '/api/doctor/video/list',
    roles,
    offline: 'cached',
    refusals: [],
    input: v.strictObject({}),
    reply: v.object({
      ...listed,
      videos: v.array(Video),
      /** The address that plays a video in a frame, without the code. */
      player: text(200),
    }),
  },
  /**
   * What the platform knows of a code before it is added [+]: its title there, and its picture as a `data:` address.
   */
  'video.look': {
    method: 'GET',
    path: '/api/doctor/video/look/:code',
    roles,
    offline: 'online',
    refusals: ['video_not_found', 'third_party_failure'],
    input: v.strictObject({ code }),
    reply: v.object({ status: v.literal(true), title: text(300), thumbnail: v.nullable(text(400_000)) }),
  },
  /** Checked at the platform, so it needs the network. It becomes the first. */
  'video.add': {
    method: 'POST',
    path: '/api/doctor/addvideo',
    roles,
    offline: 'online',
    refusals: ['id_taken', 'video_not_found', 'video_exists', 'third_party_failure'],
    input: v.strictObject({ id: newRecordId, title: requiredText(200), code }),
    reply: videoReply,
    writes: { table: 'video', needs: [] },
  },
  /** Moves it to another place among one's own [+]. */
  'video.move': {
    method: 'PUT',
    path: '/api/doctor/video/:id',
    action: 'move',
    roles,
    offline: 'queue',
    refusals: ['record_not_found'],
    input: v.strictObject({ id, place }),
    reply: videoReply,
    writes: { table: 'video', needs: [], coalesce: 'edit', sets: ['place'] },
  },
  'video.delete': {
    method: 'DELETE',
    path: '/api/doctor/deletevideo/:id',
    roles,
    offline: 'queue',
    refusals: ['record_not_found'],
    input: v.strictObject({ id }),
    reply: v.object({ status: v.literal(true), video: v.optional(Video) }),
    writes: { table: 'video', needs: [], removes: true },
  },
} as const satisfies CallTable
