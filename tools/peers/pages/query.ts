import { query } from '../query.ts'
import { run } from '../run.tsx'

void run(query)
