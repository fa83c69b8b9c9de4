// @vitest-environment happy-dom
import { Trans } from '@lingui/react/macro'
import { expect, test } from 'vitest'
import { hostileStrings } from '../../tests/support/hostile.ts'
import { render } from '../ui/testing.tsx'

const NAMES = [
  '<b>x</b>',
  '<0>x</0>',
  '<0/>',
  '<1/>',
  '<script>alert(1)</script>',
  '</0><0>',
  '{count}',
  'a < b',
  ...hostileStrings().filter((text) => text.includes('<') && !text.includes('\0') && text.isWellFormed()),
]

test('a name appears in a sentence as typed, whatever tags it contains, and adopts none of its elements', async () => {
  await render(
    NAMES.map((name, i) => (
      <p key={i}>
        <Trans>
          Of <a href="/x">all</a> only {name} and <strong>{name}</strong>: {i}
        </Trans>
      </p>
    )),
  )
  const drawn = [...document.querySelectorAll('p')].map((line) => [
    line.textContent,
    [...line.querySelectorAll('*')].map(({ localName, textContent }) => [localName, textContent]),
  ])
  expect(drawn).toEqual(
    NAMES.map((name, i) => [
      `Of all only ${name} and ${name}: ${i}`,
      [
        ['a', 'all'],
        ['strong', name],
      ],
    ]),
  )
})
