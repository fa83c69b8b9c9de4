import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

/** Locks the device as its owner does. */
export async function lockNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: /profile menu/ }).click()
  await page.getByRole('menuitem', { name: 'Lock now' }).click()
  await page.getByRole('heading', { name: 'This device is locked' }).waitFor()
}

/**
 * Runs in the page: everything that a script of this origin can read from the browser's storage and from the page
 * itself, as text.
 */
export async function everythingHere(): Promise<string> {
  const records = [
    document.title,
    document.body.innerText,
    location.href,
    document.cookie,
    JSON.stringify(localStorage),
    JSON.stringify(sessionStorage),
  ]
  const text = new TextDecoder()
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      if (/\.(woff2|png)$/.test(request.url)) continue
      records.push(request.url, (await (await cache.match(request))?.text()) ?? '')
    }
  }
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name!)
      opening.onsuccess = () => resolve(opening.result)
    })
    for (const store of db.objectStoreNames) {
      const values = await new Promise<unknown[]>((resolve) => {
        const request = db.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
      })
      records.push(
        JSON.stringify(values, (_, value: unknown) => (value instanceof Uint8Array ? text.decode(value) : value)),
      )
    }
    db.close()
  }
  return records.join('\n')
}

/**
 * The files of a folder that contain one of the words, byte by byte, in the encodings that the browser writes: UTF-8,
 * or two bytes a letter.
 */
export async function foundIn(folder: string, words: readonly string[]): Promise<string[]> {
  const needles = words.flatMap((word) => [
    Buffer.from(word, 'utf8'),
    Buffer.from(word, 'latin1'),
    Buffer.from(word, 'utf16le'),
  ])
  const found: string[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (needles.some((needle) => bytes.includes(needle))) found.push(path)
  }
  return found
}
