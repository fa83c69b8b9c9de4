import { rxdb } from '../rxdb.ts'
import { run } from '../run.tsx'

void run(rxdb)
