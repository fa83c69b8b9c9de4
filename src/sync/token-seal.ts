import { sealTokensWith } from '../api/sealed-token.ts'
import { heldKey } from '../db/held-key.ts'
import { closeBytes, NotOpened, openBytes } from '../db/seal.ts'

/** The token of a shared device is encrypted like its records, with the key in this page's memory. */
export const sealTokensByHeldKey = () =>
  sealTokensWith({
    close: (person, secret) => {
      const key = heldKey(person)
      return key && closeBytes(key, placeOf(person), new TextEncoder().encode(secret))
    },
    open: (person, box) => {
      const key = heldKey(person)
      try {
        return key && new TextDecoder().decode(openBytes(key, placeOf(person), box))
      } catch (error) {
        // encrypted with an earlier key
        if (error instanceof NotOpened) return null
        throw error
      }
    },
  })

const placeOf = (person: string) => `token ${person}`
