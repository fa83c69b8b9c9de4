import * as v from 'valibot'
import { drawPicture, type Picture } from '../../media/picture.ts'

/** The port to the video platform. */
export type VideoPlatform = {
  /** Origin of the frames that play its videos (TRUST D7). */
  readonly frames: string
  /** The address of such a frame, without the code. */
  readonly player: string
  /** What it knows of a code; null if there is no such video, or none that may be embedded. Throws `PlatformFailed`. */
  readonly look: (code: string) => Promise<VideoFacts | null>
}
/** `picture` is redrawn; null if there is none that can be. */
export type VideoFacts = { readonly title: string; readonly picture: Picture | null }

/** It is down, slow, too big, or violates its protocol: nothing is known and nothing was done. */
export class PlatformFailed extends Error {}

/** Origins of its parts: for queries (oEmbed), for pictures, for frames. */
export type PlatformHosts = { readonly ask: string; readonly pictures: string; readonly frames: string }
const YOUTUBE: PlatformHosts = {
  ask: 'https://www.youtube.com',
  pictures: 'https://i.ytimg.com',
  frames: 'https://www.youtube-nocookie.com',
}
export const platformAt = (origin: string): PlatformHosts => ({ ask: origin, pictures: origin, frames: origin })

/**
 * YouTube, or another that answers as it does. The operator sets the hosts and a code is eleven plain letters: nothing
 * that a person types, and nothing that the platform answers, decides which host is asked. Waits `patience` ms for each
 * answer, follows no redirect.
 */
export function videoPlatform(hosts: PlatformHosts = YOUTUBE, patience = 5000): VideoPlatform {
  return {
    frames: hosts.frames,
    player: `${hosts.frames}/embed/`,
    look: async (code) => {
      const watch = new URLSearchParams({ url: `https://www.youtube.com/watch?v=${code}`, format: 'json' })
      const answer = await get(`${hosts.ask}/oembed?${watch.toString()}`, MOST_WORDS)
      // 400 and 404: there is none; 401 and 403: its owner does not allow embedding
      if (answer.status >= 400 && answer.status < 500 && answer.status !== 429) return null
      const oembed = v.safeParse(Oembed, answer.status === 200 ? jsonOf(answer.bytes) : null)
      if (!oembed.success) throw new PlatformFailed('answer')
      return { title: oembed.output.title.slice(0, 300), picture: await pictureOf(code) }
    },
  }

  /** A video without a picture is still a video. */
  async function pictureOf(code: string): Promise<Picture | null> {
    try {
      const { status, bytes } = await get(`${hosts.pictures}/vi/${code}/hqdefault.jpg`, MOST_PICTURE)
      return status === 200 ? await drawPicture(bytes, LONGEST) : null
    } catch (error) {
      if (error instanceof PlatformFailed) return null
      throw error
    }
  }

  async function get(url: string, most: number): Promise<{ status: number; bytes: Buffer }> {
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patience) })
      const chunks: Uint8Array[] = []
      let size = 0
      for await (const chunk of response.body ?? []) {
        size += chunk.byteLength
        if (size > most) throw new Error('too much')
        chunks.push(chunk)
      }
      return { status: response.status, bytes: Buffer.concat(chunks) }
    } catch (error) {
      throw new PlatformFailed('unreachable', { cause: error })
    }
  }
}

/** If none is set up. */
export const noPlatform: VideoPlatform = {
  ...videoPlatform(),
  look: () => Promise.reject(new PlatformFailed('not set up')),
}

const MOST_WORDS = 100_000
const MOST_PICTURE = 2_000_000
/** Size of a list's picture, pixels. */
const LONGEST = 480
const Oembed = v.object({ title: v.string() })

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}
