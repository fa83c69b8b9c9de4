import type { Input } from '../../../contract/calls.ts'
import type { Language } from '../../../contract/kernel/constants.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { fetchFile } from '../../api/upload.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/**
 * Writes a recipe in the clinic the doctor works in now, also offline; `doctorName` includes the title, as it will be
 * signed. Returns the entry's id.
 */
export const addRecipe = (device: Device, doctorName: string, input: Omit<Input<'recipe.add'>, 'id' | 'clinicId'>) =>
  queueChange(
    device,
    'recipe.add',
    { id: newId(device.now()), clinicId: device.session.clinicId, ...input },
    { authorId: device.person.id, doctorName },
  )

export const deleteRecipe = (device: Device, id: string) => queueChange(device, 'recipe.delete', { id })

/** The PDF at `url` in a language, or in the patient's own; null if the server refuses or cannot be reached. */
export const fetchPaper = (url: string, lang: Language | null): Promise<Blob | null> =>
  fetchFile(lang ? `${url}?lang=${lang}` : url, 'application/pdf')
