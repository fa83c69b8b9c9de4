import * as v from 'valibot'
import { fileRoutes, type FileInfo } from '../../../contract/file.ts'
import { isMessageCode, type MessageCode } from '../../../contract/kernel/messages.ts'
import { sendForm } from '../../api/upload.ts'
import { forgetImage } from './queries-image.ts'

/**
 * What a picture is for: one's own photo, a clinic's logo, a doctor's photos or diplomas, a transfer's receipt, an
 * author's library.
 */
export type UploadKind = 'photo' | 'logo' | 'doctor_photo' | 'diploma' | 'proof' | 'article'

/** The stored picture, or the reason of a refusal, which has words. */
export type UploadOutcome =
  | { readonly kind: 'done'; readonly file: FileInfo }
  | { readonly kind: 'refused'; readonly code: MessageCode }

/**
 * Uploads a picture; only with a network, since the server may refuse its content. `of` is the clinic, doctor or
 * payment, if it is not one's own. `onProgress` gets 0 to 100.
 */
export async function uploadImage(
  kind: UploadKind,
  file: File,
  of?: string | null,
  onProgress?: (percent: number) => void,
): Promise<UploadOutcome> {
  const form = new FormData()
  // fields before the file: the server reads them first
  if (kind === 'doctor_photo' || kind === 'diploma') {
    form.set('type', kind === 'diploma' ? 'diploma' : 'photo')
    if (of) form.set('doctor', of)
    form.set('files', file, file.name)
  } else if (kind === 'article') form.set('photo', file, file.name)
  else {
    if (kind === 'logo' && of) form.set('clinic', of)
    if (kind === 'proof' && of) form.set('payment', of)
    form.set('file', file, file.name)
  }
  const route = {
    photo: fileRoutes.profileImage,
    logo: fileRoutes.clinicImage,
    doctor_photo: fileRoutes.uploadPictures,
    diploma: fileRoutes.uploadPictures,
    proof: fileRoutes.proof,
    article: fileRoutes.articleUpload,
  }[kind]
  const answer = await sendForm(route.path, form, onProgress)
  if (answer.kind === 'none') return { kind: 'refused', code: 'offline' }
  const read = v.safeParse(route.reply, answer.body)
  const [made] = read.success ? read.output.files : []
  return made ? { kind: 'done', file: made } : { kind: 'refused', code: codeOf(answer.body['refused']) }
}

/** Removes a picture; returns the reason of a refusal, or null once it is gone. */
export async function removeImage(id: string): Promise<MessageCode | null> {
  const form = new FormData()
  form.set('id', id)
  const answer = await sendForm(fileRoutes.removePicture.path, form)
  if (answer.kind === 'none') return 'offline'
  // a picture that is already gone counts as removed
  if (answer.status !== 200 && answer.status !== 404) return codeOf(answer.body['refused'])
  forgetImage(id)
  return null
}

const codeOf = (refused: unknown): MessageCode =>
  typeof refused === 'string' && isMessageCode(refused) ? refused : 'server_error'
