import { MOST_MEDIA, MOST_PICTURES, type FileInfo, type FileKind } from '../../../contract/file.ts'
import { newId } from '../../../contract/kernel/id.ts'
import type { Target } from '../../../contract/kernel/effect.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { audit } from '../../http/audit.ts'
import { roomsOf } from '../../db/rows.ts'
import { asPerson } from '../../db/transaction.ts'
import { Refused } from '../../kernel/refused.ts'
import type { Deps } from '../../http/handler.ts'
import type { Origin, Who } from '../../identity/who.ts'
import { keepPicture } from '../../ports/files/copies.ts'
import { readPicture } from '../../media/picture.ts'
import type { Sent } from '../../http/upload.ts'

/** Whose pictures these are, and what they are for. */
export type Place = { readonly kind: FileKind; readonly of: string }
type Asker = { readonly who: Who; readonly origin: Origin }

/**
 * Stores pictures, all or none: checks the right, reads them, stores the bytes, then records them with the audit in one
 * transaction. A photo or logo replaces the one before. Throws `Refused`.
 */
export async function putPictures(
  deps: Deps,
  { who, origin }: Asker,
  place: Place,
  files: Sent['files'],
): Promise<FileInfo[]> {
  await asPerson(deps.papers, who, async (db) => {
    const { rows } = await db.query<{ may: boolean; n: number }>(
      'select may_picture($1, $2) as may, (select count(*) from file where of_id = $2 and kind = $1) as n',
      [place.kind, place.of],
    )
    if (!rows[0]?.may) throw new Refused(ABSENT[place.kind])
    if (rows[0].n + files.length > mostOf(place.kind))
      throw new Refused('bad_input', { fields: { files: 'max_length' } }, 400)
  })
  const made: (FileInfo & { readonly stored: string; readonly sha256: string })[] = []
  let kept = false
  try {
    for (const { name, bytes } of files) {
      const picture = await readPicture(name, bytes)
      if (!picture) throw new Refused('file_error')
      const { type, width, height, sha256 } = picture
      const stored = await keepPicture(deps.files, picture)
      made.push({ id: newId(deps.now()), ...place, type, width, height, sha256, size: picture.bytes.length, stored })
    }
    const { gone, rooms } = await asPerson(deps.papers, who, async (db) => {
      const before = isMany(place.kind)
        ? []
        : (
            await db.query<{ stored: string }>('delete from file where of_id = $1 and kind = $2 returning stored', [
              place.of,
              place.kind,
            ])
          ).rows
      for (const file of made)
        await db.query(
          `insert into file (id, kind, of_id, owner_id, type, size, width, height, sha256, stored, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
          [
            file.id,
            place.kind,
            place.of,
            who.id,
            file.type,
            file.size,
            file.width,
            file.height,
            file.sha256,
            file.stored,
            new Date(deps.now()),
          ],
        )
      const line = { object: recordOf(place), fields: [place.kind], values: null, ...DONE, ip: origin.ip }
      await audit(db, who, { call: 'file.put', ...line })
      return { gone: before, rooms: await roomsToPoke(db, place) }
    })
    kept = true
    for (const { stored } of gone) await deps.files.remove(stored)
    deps.poke(rooms)
    return made
  } finally {
    if (!kept) for (const { stored } of made) await deps.files.remove(stored)
  }
}

/** Removes a picture. One that does not exist, or that the person may not remove, does not exist for them. */
export async function removePicture(deps: Deps, { who, origin }: Asker, id: string): Promise<void> {
  const { stored, rooms } = await asPerson(deps.papers, who, async (db) => {
    const { rows } = await db.query<{ stored: string; kind: FileKind; of: string }>(
      'delete from file where id = $1 returning stored, kind, of_id as of',
      [id],
    )
    const [gone] = rows
    if (!gone) throw new Refused('not_found', {}, 404)
    const line = { object: recordOf(gone), fields: [gone.kind], values: null, ...DONE, ip: origin.ip }
    await audit(db, who, { call: 'file.remove', ...line })
    return { stored: gone.stored, rooms: await roomsToPoke(db, gone) }
  })
  await deps.files.remove(stored)
  deps.poke(rooms)
}

/** The refusal for someone who may not put a picture there: the record does not exist. */
const ABSENT = {
  photo: 'doctor_not_found',
  logo: 'clinic_not_found',
  doctor_photo: 'doctor_not_found',
  diploma: 'doctor_not_found',
  proof: 'payment_not_found',
  article: 'article_not_found',
} as const satisfies Record<FileKind, MessageCode>

const DONE = { outcome: 'done', madeAt: null }

const isMany = (kind: FileKind) => kind === 'doctor_photo' || kind === 'diploma' || kind === 'article'
/** A picture that replaces the one before never exceeds the limit. */
const mostOf = (kind: FileKind) => (kind === 'article' ? MOST_MEDIA : isMany(kind) ? MOST_PICTURES : Infinity)

/**
 * The record that shows the picture; a photo's may be a doctor's or a patient's card, or only one's own profile. A
 * library is not a record.
 */
function recordOf({ kind, of }: Place): Target | null {
  if (kind === 'photo' || kind === 'article') return null
  return { table: kind === 'logo' ? 'clinic' : kind === 'proof' ? 'payment' : 'doctor', id: of }
}

async function roomsToPoke(db: Parameters<typeof roomsOf>[0], place: Place): Promise<string[]> {
  const record = recordOf(place)
  return [
    `user:${place.of}`,
    ...(await roomsOf(
      db,
      record
        ? [record]
        : [
            { table: 'doctor', id: place.of },
            { table: 'patient', id: place.of },
          ],
    )),
  ]
}
