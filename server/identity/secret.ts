import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits, base64url: tokens, session ids, the codes of links (TRUST D1, D3). */
export const newSecret = () => randomBytes(32).toString('base64url')

/** What is stored of a secret. It has 256 random bits, so a plain hash cannot be reversed. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
