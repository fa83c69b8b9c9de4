import { randomBytes } from 'node:crypto'
import type { Vault } from '../../ports/vault.ts'

const SECRET_PURPOSE = 'webhook-secret'
const URL_PURPOSE = 'webhook-url'
const SECRET_BYTES = 32

/** A new secret of an endpoint, as Standard Webhooks writes them. */
export const newSecret = () => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`

export const sealSecret = (vault: Vault, secret: string) => vault.seal(SECRET_PURPOSE, secret)
export const sealUrl = (vault: Vault, url: string) => vault.seal(URL_PURPOSE, url)
export const openUrl = (vault: Vault, sealed: string) => vault.open(URL_PURPOSE, sealed)

type Secrets = {
  readonly secret: string
  readonly old_secrets: readonly { readonly sealed: string; readonly until: string }[]
}

/** The secrets that sign now, the newest first. */
export const secretsOf = (vault: Vault, { secret, old_secrets }: Secrets, now: number): string[] =>
  [secret, ...old_secrets.filter(({ until }) => Date.parse(until) > now).map(({ sealed }) => sealed)].map((sealed) =>
    vault.open(SECRET_PURPOSE, sealed),
  )
