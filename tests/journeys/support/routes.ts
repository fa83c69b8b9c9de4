import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '../../../contract/kernel/call.ts'

export type Address = { readonly path: string; readonly roles: readonly Role[] | 'open'; readonly superadmin: boolean }

/** Every address in the app's route files, read from their text: they are JSX with macros and do not run here. */
export function addresses(): Address[] {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../src/app', file), 'utf8')
  const text = ['routes.tsx', 'content-routes.tsx', 'open-routes.tsx'].map(read).join('\n')
  const all: readonly Role[] = ['admin', 'clinic', 'doctor', 'patient']
  const found: Address[] = []
  const inFrame =
    /\b(?:screen|searched)\(\s*'(?<path>\/[\w/$-]+)'(?<rest>[\s\S]*?)(?=\n {2}(?:screen|searched)\(|\n\])/g
  for (const { groups } of text.matchAll(inFrame)) {
    const roles = /roles: (\w+|\[[^\]]*\])/.exec(groups!['rest']!)?.[1]
    const named =
      roles === 'staff'
        ? all.slice(0, 3)
        : roles?.startsWith('[')
          ? all.filter((role) => roles.includes(`'${role}'`))
          : all
    found.push({ path: groups!['path']!, roles: named, superadmin: groups!['rest']!.includes('superadmin: true') })
  }
  for (const [, path] of text.matchAll(/(?:open|link)Page\(\s*'(\/[\w/-]+)'/g))
    found.push({ path: path!, roles: 'open', superadmin: false })
  return found
}
