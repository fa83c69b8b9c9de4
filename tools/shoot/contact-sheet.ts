import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext } from '@playwright/test'

export type Picture = { readonly title: string; readonly png: Buffer; readonly width: number }

/** How many stand beside each other, so that a sheet is about 1600 px wide and its words can be read. */
const ACROSS: Readonly<Record<number, number>> = { 390: 4, 820: 2, 1024: 2, 1440: 1 }
const DOWN: Readonly<Record<number, number>> = { 390: 1, 820: 1, 1024: 2, 1440: 2 }
const GAP = 8

/** Pictures of one width in sheets, in their order: `PREFIX-WIDTH-01.png` and so on. Answers with the files' names. */
export async function writeSheets(
  context: BrowserContext,
  pictures: readonly Picture[],
  folder: string,
  prefix: string,
): Promise<string[]> {
  const page = await context.newPage()
  const written: string[] = []
  for (const [width, across] of Object.entries(ACROSS)) {
    const own = pictures.filter((each) => each.width === Number(width))
    const each = across * DOWN[Number(width)]!
    for (let from = 0; from < own.length; from += each) {
      const shown = own.slice(from, from + each)
      await page.setViewportSize({ width: across * (Number(width) + GAP) + GAP, height: 600 })
      await page.setContent(
        `<!doctype html><style>body { display: grid; grid-template-columns: repeat(${across}, ${width}px); align-items: start; gap: ${GAP}px; margin: ${GAP}px; background: #777; }
          figure { margin: 0; } figcaption { background: #ff0; font: bold 14px/22px sans-serif; overflow-wrap: anywhere; } img { display: block; width: 100%; }</style>` +
          shown
            .map(
              ({ title, png }) =>
                `<figure><figcaption>${title.replaceAll('&', '&amp;')}</figcaption><img src="data:image/png;base64,${png.toString('base64')}"></figure>`,
            )
            .join(''),
      )
      const name = `${prefix}-${width}-${String(written.length + 1).padStart(2, '0')}.png`
      await writeFile(join(folder, name), await page.screenshot({ fullPage: true }))
      written.push(name)
    }
  }
  await page.close()
  return written
}
