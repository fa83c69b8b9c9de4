import { useEffect } from 'react'
import { importCalls, type Import } from '../../../contract/import/import.ts'
import type { LineState } from '../../../contract/import/import.lists.ts'
import { call } from '../../api/call.ts'
import { useAnswer } from '../../screen/use-answer.ts'

const isOpen = ({ state }: Import) => state === 'reading' || state === 'running' || state === 'undoing'

/** The clinic's imports, from the server; fetched again and again while one is running. */
export function useImports() {
  const { value, problem, again } = useAnswer(() => call(importCalls['import.list'], {}), 'imports')
  const imports = value?.imports
  const open = imports?.find(isOpen) ?? null
  const runs = open !== null && open.state !== 'reading'
  useEffect(() => {
    if (!runs) return
    const timer = setInterval(() => document.visibilityState === 'visible' && again(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [runs, again])
  return { imports, open, problem, again }
}

const AGAIN_MS = 1500

/** The first lines of an import in these states; `done` asks again when the import has gone on. */
export function useImportLines(id: string, states: readonly LineState[], done: string) {
  const input = { id, states: [...states], limit: SHOWN }
  return useAnswer(() => call(importCalls['import.read'], input), JSON.stringify([input, done]))
}

const SHOWN = 100
