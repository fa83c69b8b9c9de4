import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * Writes a .br and a .gz next to every file worth compressing, so that the server never compresses during a request.
 */
export async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && isText.test(entry.name))
  await Promise.all(files.map((file) => compressFile(join(file.parentPath, file.name))))
}

const isText = /\.(js|css|html|svg|json|webmanifest|txt|wasm)$/
const WORTH_BYTES = 1024

async function compressFile(path: string) {
  const content = await readFile(path)
  if (content.length < WORTH_BYTES) return
  const best = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } } // quality is the highest by default
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, best))
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
}
