import { articleCalls } from '../../../contract/article/article.ts'
import type { Input } from '../../../contract/calls.ts'
import { newId } from '../../../contract/kernel/id.ts'
import { call, callOn, type Outcome } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'

/** Adds an article, also offline; `authorName` includes the title, as readers see it. Returns the entry's id. */
export const addArticle = (device: Device, authorName: string, input: Omit<Input<'article.add'>, 'id'>) =>
  queueChange(
    device,
    'article.add',
    { id: newId(device.now()), ...input },
    { ...author(device), doctorName: authorName },
  )

export const editArticle = (device: Device, input: Input<'article.update'>) =>
  queueChange(device, 'article.update', input, author(device))

export const deleteArticle = (device: Device, id: string) => queueChange(device, 'article.delete', { id })

/** Compared with the version that was read; only with a connection. */
export const publishArticle = (device: Device, id: string, version: number) =>
  after(device, callOn(articleCalls['article.publish'], { id }, version))
export const unpublishArticle = (device: Device, id: string, version: number) =>
  after(device, callOn(articleCalls['article.unpublish'], { id }, version))

export const deleteMedia = (id: string) => call(articleCalls['article.deleteMedia'], { id })

const author = ({ person }: Device) => ({
  authorId: person.id,
  authorType: person.type === 'admin' ? ('admin' as const) : ('doctor' as const),
})

async function after<R>(device: Device, outcome: Promise<Outcome<R>>): Promise<Outcome<R>> {
  const ended = await outcome
  device.kick()
  return ended
}
