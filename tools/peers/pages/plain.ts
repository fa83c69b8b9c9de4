import { plain } from '../plain.ts'
import { run } from '../run.tsx'

void run(plain)
