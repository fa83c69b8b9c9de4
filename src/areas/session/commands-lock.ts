import { accountCalls } from '../../../contract/session/session.account.ts'
import { call } from '../../api/call.ts'
import { sendAs } from '../../api/http.ts'
import { lockWord, noteTold } from '../../api/sealed-token.ts'

/**
 * Tells the server that this device is locked, at once or when it can be reached, until stopped. From then on a copied
 * token opens nothing (TRUST D18).
 */
export function tellLocked(): () => void {
  const tell = async () => {
    const word = await lockWord()
    if (!word || word.told) return
    const { told: _, ...input } = word
    if ((await call(accountCalls['session.lock'], input, sendAs(null))).kind === 'done') await noteTold(word.lock)
  }
  void tell()
  const again = () => void tell()
  const timer = setInterval(again, AGAIN_MS)
  addEventListener('online', again)
  return () => {
    clearInterval(timer)
    removeEventListener('online', again)
  }
}

const AGAIN_MS = 30_000
