import { tanstack } from '../tanstack.ts'
import { run } from '../run.tsx'

void run(tanstack)
