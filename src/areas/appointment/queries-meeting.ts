import { useEffect, useState } from 'react'
import type * as v from 'valibot'
import { meetingCalls } from '../../../contract/appointment/appointment.meeting.ts'
import type { MessageCode } from '../../../contract/kernel/messages.ts'
import { call } from '../../api/call.ts'
import { useIsOffline } from '../../screen/queries-waiting.ts'

type Meeting = v.InferOutput<(typeof meetingCalls)['appointment.meeting']['reply']>['meeting']

/** The room of an online visit as the server knows it; it needs the network, as the meeting itself does. */
export type Room =
  | { readonly state: 'asking' }
  | { readonly state: 'unreachable' }
  | { readonly state: 'refused'; readonly code: MessageCode }
  | { readonly state: 'known'; readonly meeting: Meeting }

/** Fetched at once, every ten seconds while the page is visible, and when the visit itself changes (`version`). */
export function useRoom(id: string, version: number): Room & { readonly askAgain: () => void } {
  const offline = useIsOffline()
  const [round, setRound] = useState(0)
  const [found, setFound] = useState<{ readonly id: string; readonly room: Room } | null>(null)
  const occasion = `${version} ${round}`
  useEffect(() => {
    if (offline) return
    let gone = false
    const ask = async (_occasion: string) => {
      const outcome = await call(meetingCalls['appointment.meeting'], { id })
      if (gone) return
      setFound((before) => {
        if (outcome.kind === 'done') return { id, room: { state: 'known', meeting: outcome.reply.meeting } }
        if (outcome.kind === 'refused') return { id, room: { state: 'refused', code: outcome.code } }
        // a known state stays: one failed call does not close the entrance
        return before?.room.state === 'known' ? before : { id, room: { state: 'unreachable' } }
      })
    }
    void ask(occasion)
    const timer = setInterval(() => {
      if (!document.hidden) void ask(occasion)
    }, ROOM_MS)
    return () => {
      gone = true
      clearInterval(timer)
    }
  }, [id, offline, occasion])
  const room: Room = found?.id === id ? found.room : { state: 'asking' }
  return { ...room, askAgain: () => setRound((n) => n + 1) }
}

const ROOM_MS = 10_000
