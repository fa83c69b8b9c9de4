import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { clinicFaceCalls, type ClinicFace } from '../../contract/clinic/clinic.face.ts'
import { call, type Outcome } from '../api/call.ts'
import { keepMapToken } from './map-token.ts'
import { keepLeastPassword } from './least-password.ts'

/**
 * The clinic of this host as last known here; null on the platform's own host, undefined if it was never fetched (rule
 * 103).
 */
export function knownFace(): ClinicFace | null | undefined {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === null ? undefined : (JSON.parse(kept) as ClinicFace | null) // written below
  } catch {
    return undefined
  }
}

/** Fetches the clinic of this host and stores it. A refusal means that the host is unknown; no answer means nothing. */
export async function askFace(): Promise<Outcome<{ clinic: ClinicFace | null }>> {
  const outcome = await call(clinicFaceCalls['clinic.web'], {})
  if (outcome.kind === 'done') {
    localStorage.setItem(KEY, JSON.stringify(outcome.reply.clinic))
    keepMapToken(outcome.reply.mapToken)
    keepLeastPassword(outcome.reply.passwordMin, outcome.reply.passwordMinStaff)
  }
  return outcome
}

/**
 * The platform's contact for a host without a clinic (SCREENS B28); none if the platform names none or cannot be
 * reached.
 */
export function useSupport(): Support {
  const [support, setSupport] = useState<Support>(NOBODY)
  useEffect(() => {
    let gone = false
    void askFace().then((outcome) => {
      const read = v.safeParse(Support, outcome.kind === 'refused' ? outcome.details['support'] : null)
      if (!gone && read.success) setSupport(read.output)
    })
    return () => void (gone = true)
  }, [])
  return support
}

const Support = v.object({ email: v.nullable(v.string()), phone: v.nullable(v.string()) })
type Support = v.InferOutput<typeof Support>
const NOBODY: Support = { email: null, phone: null }

const KEY = 'host-clinic'
