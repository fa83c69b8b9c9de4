import { shrinkPicture, type Made } from '../../ui/shrink-picture.ts'
import { whyNotDocument, type WrongDocument } from './judge.ts'

/**
 * A file shared by another app, stored among the drafts of the signed-in person until they say which patient it belongs
 * to. Its bytes are text, since drafts on a shared device are encrypted as text. Of a rejected file only the name is
 * kept, to say so.
 */
export type SharedFile = {
  readonly name: string
  readonly type: string
  readonly base64: string
  readonly wrong: WrongDocument | null
  /** Set if it was too large and has been made smaller. */
  readonly made?: Made
}

/**
 * Why nothing of a share was kept; `no-worker`: the app has never been opened here, so the share went to the server.
 */
export const WHY_NOT_SHARED = [
  'signed-out',
  'shared-device',
  'admin',
  'nothing',
  'many',
  'full',
  'failed',
  'no-worker',
] as const
export type WhyNotShared = (typeof WHY_NOT_SHARED)[number]

const BEGINNING = 'shared:'
export const nameOfShared = (id: string) => `${BEGINNING}${id}`
export const isShared = (draft: string) => draft.startsWith(BEGINNING)

export async function packShared(shared: File): Promise<SharedFile> {
  const { file, made, unread } = await shrinkPicture(shared)
  const wrong = unread ? 'heic' : whyNotDocument(file)
  const bytes = wrong ? new Uint8Array() : new Uint8Array(await file.arrayBuffer())
  let text = ''
  // in pieces, since a call takes a limited number of arguments
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return { name: file.name.slice(-255), type: file.type, base64: btoa(text), wrong, ...(made && { made }) }
}

export const unpackShared = ({ name, type, base64 }: SharedFile): File =>
  new File([Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))], name, { type })

const PIECE = 32_768
