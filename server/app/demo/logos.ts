import type pg from 'pg'
import sharp from 'sharp'
import { readPicture } from '../../media/picture.ts'
import { newName, type FileStore } from '../../ports/files/store.ts'
import { CLINICS } from './clinics.ts'
import { demoId } from './ids.ts'

/**
 * Draws the demo clinics' logos as PNG and stores them like uploads. One clinic has none, so that its letter is shown
 * too. Does nothing if they exist.
 */
export async function storeLogos(pool: pg.Pool, files: FileStore, now: number): Promise<void> {
  for (const [index, { slug, brand }] of CLINICS.entries()) {
    const draw = MARKS[slug]
    const clinic = demoId('clinic', index + 1)
    const { rowCount } = await pool.query(
      `select from clinic where id = $1 and logo_id is null and not exists (select from file where of_id = $1)`,
      [clinic],
    )
    if (!draw || !rowCount) continue
    const png = await sharp(Buffer.from(svgOf(brand, draw)))
      .png()
      .toBuffer()
    const picture = await readPicture('logo.png', png)
    if (!picture) continue
    const stored = newName()
    await files.put(stored, picture.bytes)
    await pool.query(
      `insert into file (id, kind, of_id, owner_id, type, size, width, height, sha256, stored, created_at)
       values ($1, 'logo', $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        demoId('file', index + 1),
        clinic,
        demoId('clinicUser', index + 1),
        picture.type,
        picture.bytes.length,
        picture.width,
        picture.height,
        picture.sha256,
        stored,
        new Date(now),
      ],
    )
  }
}

const svgOf = (brand: string, mark: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 64 64" fill="none" stroke="${brand}" stroke-width="5" stroke-linecap="round" stroke-linejoin="round">${mark}</svg>`

/** Simple invented marks: a bird on a wave, a linden leaf, a tooth, a tower. */
const MARKS: Readonly<Record<string, string>> = {
  kuzguncuk:
    '<path d="M8 44c8-8 16-8 24 0s16 8 24 0"/><path d="M14 26c8-2 12-8 18-8s8 6 18 4c-4 8-12 12-20 12-6 0-12-2-16-8z"/>',
  lindenhof: '<path d="M32 56V30"/><path d="M32 42C14 40 10 24 18 12c6 2 11 5 14 10 3-5 8-8 14-10 8 12 4 28-14 30z"/>',
  sifa: '<path d="M20 10c6-3 9 2 12 2s6-5 12-2c8 4 8 16 4 24-3 6-3 20-8 20s-3-14-8-14-3 14-8 14-5-14-8-20c-4-8-4-20 4-24z"/>',
  ozel: '<path d="M22 56V28h20v28"/><path d="M18 28h28L32 10z"/><path d="M32 56V42"/>',
}
