import type { Input } from '../../../contract/calls.ts'
import { placesFor } from '../../../contract/video/video.rules.ts'
import { videoCalls } from '../../../contract/video/video.ts'
import { call } from '../../api/call.ts'
import type { Device } from '../../screen/device.ts'
import { queueChange } from '../../sync/queue.ts'
import type { ShownVideo } from './queries.ts'

/** The server checks the video at its platform, so this needs the network. Returns the outcome. */
export async function addVideo(device: Device, fields: Input<'video.add'>) {
  const outcome = await call(videoCalls['video.add'], fields)
  device.kick()
  return outcome
}
export const lookAtVideo = (code: string) => call(videoCalls['video.look'], { code })
/** The address of the player, to which a video's code is appended. */
export const askPlayer = () => call(videoCalls['video.list'], {})

/** Moves a video to position `index` of its list; returns the id of the last entry. */
export async function moveVideo(
  device: Device,
  videos: readonly ShownVideo[],
  id: string,
  index: number,
): Promise<string> {
  const others = videos.filter((video) => video.id !== id)
  let entry = ''
  for (const [each, place] of placesFor(others, id, index))
    entry = await queueChange(device, 'video.move', { id: each, place })
  return entry
}

export const deleteVideo = (device: Device, id: string) => queueChange(device, 'video.delete', { id })
