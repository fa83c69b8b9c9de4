import { sealExisting } from '../../server/db/seal-existing.ts'
import { createPool } from '../../server/db/pool.ts'
import { TEST_SEALER } from './deps.ts'

/**
 * Encrypts what an older build has left, as a start does, in a process that can be killed. Its argument is the owner's
 * address of the database.
 */
const owner = createPool(process.argv[2]!, 2, TEST_SEALER)
await sealExisting(owner)
await owner.end()
