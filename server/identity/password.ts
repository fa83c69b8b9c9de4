import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { composed } from '../../contract/kernel/line.rules.ts'

/**
 * Argon2id as a PHC string (TRUST D3: m=47104 KiB, t=1, p=1). Passwords are used whole, never cut, at most 128
 * characters, in NFC, so that it does not matter how a keyboard encodes é (NIST SP 800-63B-4 §3.1.1.2). At most four
 * run at once and fifty wait; beyond that it throws `PasswordQueueFull`, which answers 503.
 */
export async function hashPassword(plain: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(composed(plain), salt, PARAMETERS)
  return `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${b64(salt)}$${b64(tag)}`
}

/**
 * Whether `plain` made `phc`, also if that was made of the typed form, before passwords were in NFC. An unreadable hash
 * means no.
 */
export async function verifyPassword(plain: string, phc: string): Promise<boolean> {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  if (!found) return false
  const [, memory, passes, parallelism, salt, tag] = found
  const known = Buffer.from(tag!, 'base64')
  for (const form of new Set([composed(plain), plain, decomposed(plain)])) {
    const made = await derive(form, Buffer.from(salt!, 'base64'), {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      tagLength: known.length,
    })
    if (made.length === known.length && timingSafeEqual(made, known)) return true
  }
  return false
}

/**
 * The hash an unknown name is verified against, so that it takes as long as a known one (issue "Session and sign-in").
 */
export const NOBODYS_HASH =
  '$argon2id$v=19$m=47104,t=1,p=1$YmVkc2lkZS1ub2JvZHktMQ$GmPmGq2m0j0y0h2GJ5K9R5cXv0sK1o6Jv2pWl4cQb1Y'

export class PasswordQueueFull extends Error {}

const PARAMETERS = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 }
const AT_ONCE = 4
const WAITING = 50

const run = promisify(argon2)
let running = 0
const waiting: (() => void)[] = []

async function derive(plain: string, nonce: Buffer, parameters: typeof PARAMETERS): Promise<Buffer> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) throw new PasswordQueueFull()
    await new Promise<void>((go) => waiting.push(go))
  }
  running++
  try {
    return await run('argon2id', { message: Buffer.from(plain, 'utf8'), nonce, ...parameters })
  } finally {
    running--
    waiting.shift()?.()
  }
}

/** As an older Mac typed it. Passwords have at most 1,024 units here, so that ordering marks is fast. */
const decomposed = (plain: string) => plain.normalize('NFD')

const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/={1,2}$/, '')
