import { expect, test } from 'vitest'
import { proofByBirth, proofByCode } from '../../contract/kiosk/kiosk.rules.ts'
import { digestsOf } from '../../server/areas/kiosk/digests.ts'
import { digestOf } from '../../src/areas/kiosk/digest.ts'

const SALT = 'a salt of one clinic and one day'

test('the tablet’s digest of a code equals the server’s', async () => {
  const proofs = [proofByCode('004211'), proofByBirth('19880314', '5678'), proofByCode('999999')]
  const here = await Promise.all(proofs.map((proof) => digestOf(SALT, proof)))
  expect(await digestsOf(SALT, proofs)).toEqual(here)
  expect(new Set(here).size).toBe(3)
  expect(await digestOf(`${SALT}.`, proofs[0]!)).not.toBe(here[0])
})
