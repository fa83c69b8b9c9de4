import { expect, test } from 'vitest'
import { problemCode, type Problem } from './problem.ts'

test.each<[Problem, string]>([
  [{ kind: 'refused', code: 'email_exists', status: 409, details: {} }, 'email_exists'],
  [{ kind: 'refused', code: 'server_error', status: 500, details: {} }, 'server_error'],
  [{ kind: 'unreachable' }, 'offline'],
  [{ kind: 'signed-out' }, 'token_invalid'],
  [{ kind: 'broken' }, 'generic_refresh'],
])('SPEC §8: %o uses the text of “%s”', (problem, code) => {
  expect(problemCode(problem)).toBe(code)
})
