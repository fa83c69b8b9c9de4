import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../contract/kernel/id.ts'
import { medisoftOver } from '../../server/ports/clinic-software/medisoft.ts'
import { openWeb } from '../../server/ports/calendar/open-web.ts'
import { createFolderStore } from '../../server/ports/files/store-folder.ts'
import type { Deps } from '../../server/http/handler.ts'
import { handlers } from '../../server/app/handlers.ts'
import { createGate } from '../../server/http/gate.ts'
import { createLimits } from '../../server/http/limits.ts'
import { createTestProvider } from '../../server/ports/payment/provider-test.ts'
import { createSealer, type SealerBox } from '../../server/db/sealing.ts'
import { createVault } from '../../server/ports/vault.ts'
import { noPlatform } from '../../server/ports/video/platform.ts'

/**
 * The parts of a server under test, with a clock that the test moves; `overrides` are parts that the test watches or provides
 * itself.
 */
export function testDeps(
  { pool, requests }: Pick<Deps, 'pool' | 'requests'>,
  clock: { readonly now: number },
  overrides: Partial<Deps> = {},
): Deps {
  return {
    pool,
    requests,
    pulls: requests,
    papers: requests,
    reports: requests,
    handlers,
    replicas: null,
    gate: createGate(),
    databaseIsUp: () => true,
    limits: createLimits(),
    // no test ignores failures of background work
    log: {
      error: ({ err }: { err: unknown }) => {
        throw err
      },
    },
    now: () => clock.now,
    platformHosts: new Set(['localhost', '127.0.0.1']),
    poke: () => {},
    closeSockets: () => {},
    sendSoon: () => {},
    publicUrl: () => 'http://localhost:3000',
    privateHosts: new Set(['127.0.0.1']),
    // the second is in a private network, and no one listens there
    pushHosts: new Set(['push.test.example', 'http://127.0.0.1:9']),
    demo: true,
    requiresFactor: false,
    vault: createVault(Buffer.alloc(32, 7)),
    files: createFolderStore(join(tmpdir(), `bedside-files-${newId()}`), Buffer.alloc(32, 7)),
    mapToken: null,
    pay: createTestProvider({
      pool,
      merchant: 'test house',
      secrets: [PAY_SECRET, 'the one before'],
      now: () => clock.now,
    }),
    // no one listens there
    medisoft: medisoftOver('http://127.0.0.1:9', 'none', 500),
    // no name resolves
    web: { ...openWeb, resolve: async () => [] },
    calendarProvider: null,
    videos: noPlatform,
    ...overrides,
  }
}

/** Encrypts and decrypts health records in tests, where every pool must get it. */
export const TEST_SEALER: SealerBox = { current: createSealer(Buffer.alloc(32, 8)) }

/** The secret that signs the test provider's notices. */
export const PAY_SECRET = 'a secret of the tests'
