import { sealExisting } from '../../server/db/seal-existing.ts'
import { createPool } from '../../server/db/pool.ts'
import { TEST_SEALER } from './deps.ts'

/** Seals what an older build has left, as a start does, in a process that can be killed. Asked for with the owner's address of a database. */
const owner = createPool(process.argv[2]!, 2, TEST_SEALER)
await sealExisting(owner)
await owner.end()
