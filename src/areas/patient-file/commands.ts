import { DOCUMENT_ENDINGS } from '../../../contract/file/file.kinds.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { isDocumentType, MOST_WAITING } from '../../../contract/patient/patient-file.ts'
import type { Device } from '../../screen/device.ts'
import { isStorageError } from '../../sync/storage.ts'
import { queueChange } from '../../sync/queue.ts'
import { whyNotDocument, type WrongDocument } from './judge.ts'
import { bytesOf, type ShownFile } from './queries.ts'

/** Why a file cannot be added, known before any of it is stored; the server checks its content. */
export type WhyNotFile = WrongDocument | 'too-many'

export async function whyNotFile({ db }: Pick<Device, 'db'>, file: File): Promise<WhyNotFile | null> {
  const wrong = whyNotDocument(file)
  if (wrong) return wrong
  const waiting = await db.outbox.filter(({ carry, state }) => carry !== undefined && state !== 'parked').count()
  return waiting >= MOST_WAITING ? 'too-many' : null
}

/**
 * Adds a file to a patient, also offline: the bytes are stored here and uploaded after all changes. Returns the entry's
 * id.
 */
export async function addFile(
  device: Device,
  patientId: string,
  file: File,
  { title, appointmentId }: { title: string; appointmentId: string | null },
): Promise<string> {
  if (!isDocumentType(file.type)) throw new RangeError('asked before: whyNotFile')
  const bytes = new Uint8Array(await file.arrayBuffer())
  return queueChange(
    device,
    'patient.addFile',
    {
      id: newId(device.now()),
      patientId,
      title,
      name: file.name.slice(-255),
      type: file.type,
      size: bytes.length,
      appointmentId,
      clinicId: device.person.clinicId ?? (device.person.type === 'doctor' ? device.session.clinicId : null),
    },
    { authorId: device.person.id },
    bytes,
  )
}

/** Removes files shared by other apps that have been added or are not wanted. */
export const dropShared = ({ db }: Pick<Device, 'db'>, drafts: readonly string[]) => db.drafts.bulkDelete([...drafts])

export const deleteFile = (device: Device, id: string) => queueChange(device, 'patient.deleteFile', { id })

/**
 * Keeps a file's bytes on this device, or removes them. Returns why it could not: they cannot be fetched now, this
 * device has no room, or it already keeps too many.
 */
export async function keepFile(device: Device, file: ShownFile, on: boolean): Promise<'away' | 'full' | 'many' | null> {
  const { db } = device
  if (!on) {
    const waits = await db.outbox.where('keys').equals(`patient_file:${file.id}`).count()
    await (waits ? db.blobs.update(file.id, { keep: 0 }) : db.blobs.delete(file.id))
    return null
  }
  if ((await db.blobs.where('keep').equals(1).count()) >= MOST_KEPT) return 'many'
  const blob = await bytesOf(db, file)
  if (!blob) return 'away'
  try {
    await db.blobs.put({ id: file.id, bytes: new Uint8Array(await blob.arrayBuffer()), keep: 1 })
    return null
  } catch (error) {
    if (isStorageError(error)) return 'full'
    throw error
  }
}

/** Saves a file to the device's downloads. False if its bytes cannot be fetched now. */
export async function saveFile({ db }: Pick<Device, 'db'>, file: ShownFile): Promise<boolean> {
  const blob = await bytesOf(db, file)
  if (!blob) return false
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${file.title.replaceAll(/[\\/:*?"<>|]/g, ' ').slice(0, 80)}.${DOCUMENT_ENDINGS[file.type]?.[0] ?? 'bin'}`
  link.click()
  // the browser reads it after this turn
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
  return true
}

/** The most files kept on one device by choice. */
const MOST_KEPT = 50
