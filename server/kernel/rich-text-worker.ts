import { parentPort } from 'node:worker_threads'
import { cleanRichText } from './rich-text.ts'

/** A text, and whether it may show pictures; the answer is the text to store. */
export type RichTextQuestion = { readonly html: string; readonly pictures: boolean }

parentPort?.once('message', ({ html, pictures }: RichTextQuestion) => {
  parentPort?.postMessage(cleanRichText(html, { pictures }))
})
