import type pg from 'pg'
import sharp from 'sharp'
import { readPicture } from '../../media/picture.ts'
import { newName, type FileStore } from '../../ports/files/store.ts'
import { ARTICLES } from './article-texts.ts'
import { demoId } from './ids.ts'

/**
 * Draws the cover pictures of the demo's articles as PNG and stores them like uploads in their authors' libraries. Does
 * nothing if they exist.
 */
export async function storeArticlePictures(pool: pg.Pool, files: FileStore, now: number): Promise<void> {
  let first = 1
  for (const [i, { picture, in: texts }] of ARTICLES.entries()) {
    const group = demoId('article', first)
    first += Object.keys(texts).length
    const { rows } = await pool.query<{ author: string }>(
      'select author_id as author from article where id = $1 and promo_id is null',
      [group],
    )
    if (!picture || !rows[0]) continue
    const png = await sharp(Buffer.from(svgOf(picture)))
      .png()
      .toBuffer()
    const drawn = await readPicture('picture.png', png)
    if (!drawn) continue
    const id = demoId('articlePicture', i + 1)
    const stored = newName()
    await files.put(stored, drawn.bytes)
    await pool.query(
      `insert into file (id, kind, of_id, owner_id, type, size, width, height, sha256, stored, created_at)
       values ($1, 'article', $2, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id,
        rows[0].author,
        drawn.type,
        drawn.bytes.length,
        drawn.width,
        drawn.height,
        drawn.sha256,
        stored,
        new Date(now),
      ],
    )
    await pool.query('update article set promo_id = $2, image_ids = array[$2::uuid] where group_id = $1', [group, id])
  }
}

const svgOf = (picture: keyof typeof DRAWINGS) => {
  const { ground, ink, mark } = DRAWINGS[picture]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="600" viewBox="0 0 160 100"><rect width="160" height="100" fill="${ground}"/><g fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round">${mark}</g></svg>`
}

/** Plain line drawings: a pulse through a heart, a spine, a tooth with a brace, a call on a screen. */
const DRAWINGS = {
  heart: {
    ground: '#e8f1f2',
    ink: '#006c76',
    mark: '<path d="M80 78C50 58 44 46 44 36a16 16 0 0 1 36-8 16 16 0 0 1 36 8c0 10-6 22-36 42z"/><path d="M20 52h34l7-14 10 28 9-20 5 6h55"/>',
  },
  spine: {
    ground: '#efeef6',
    ink: '#584fa3',
    mark: '<path d="M84 12c-10 12-10 22-2 34s8 26-6 42"/><path d="M70 22h26M66 36h28M70 50h28M72 64h26M62 78h26"/>',
  },
  tooth: {
    ground: '#f7edea',
    ink: '#a03317',
    mark: '<path d="M58 26c10-6 15 3 22 3s12-9 22-3c14 8 12 26 6 38-4 9-5 26-12 26s-6-22-16-22-9 22-16 22-8-17-12-26c-6-12-8-30 6-38z"/><path d="M46 46h68"/><path d="M58 40h10v12H58zM92 40h10v12H92z"/>',
  },
  screen: {
    ground: '#eef2ea',
    ink: '#207029',
    mark: '<rect x="38" y="20" width="84" height="52" rx="5"/><path d="M62 86h36M80 72v14"/><circle cx="72" cy="40" r="8"/><path d="M58 60c2-9 8-12 14-12s12 3 14 12"/><path d="M98 38l10-6v20l-10-6z"/>',
  },
} as const
