import { expect, test } from 'vitest'
import type { Clinic } from '../../../contract/clinic/clinic.ts'
import { embedAddress, frameCode, linkCode } from './embed-code.ts'
import { hostsIn, isTooMany, wrongHost } from './embed-hosts.ts'

const clinic = (more: Partial<Clinic>) => ({ slug: 'kuzey', panelUrl: null, webUrl: null, ...more }) as Clinic
const here = { protocol: 'https:', host: 'platform.example', port: '' }

test('35.3: the address is on the panel, otherwise on the website, otherwise here; a switched-off host is none', () => {
  const hosts = { panelUrl: 'panel.example', webUrl: 'web.example' }
  expect(embedAddress(clinic(hosts), 'de', here)).toBe('https://panel.example/embed/kuzey?lang=de')
  expect(embedAddress(clinic({ ...hosts, panelUrlStatus: false }), null, here)).toBe('https://web.example/embed/kuzey')
  expect(embedAddress(clinic({ ...hosts, panelUrlStatus: false, webUrlStatus: false }), null, here)).toBe(
    'https://platform.example/embed/kuzey',
  )
  expect(embedAddress(clinic(hosts), null, { ...here, protocol: 'http:', port: '3000' })).toBe(
    'http://panel.example:3000/embed/kuzey',
  )
})

test('35.3: what is pasted holds a hostile name as text', () => {
  const name = '"><script>alert(1)</script>&'
  for (const code of [linkCode('https://a.example/embed/x', name), frameCode('https://a.example/embed/x', name)]) {
    expect(code).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;')
    // one element, from its first sign to its last
    expect(code).toMatch(/^<(a|iframe) [^<>]*>[^<>]*<\/\1>$/)
  }
})

test('35.3: host names are read from lines, each once and as they are stored', () => {
  expect(hostsIn(' https://WWW.Kuzey.example/ \n\nkuzey.example\nkuzey.example')).toEqual([
    'www.kuzey.example',
    'kuzey.example',
  ])
  expect(wrongHost('kuzey.example\n*.kuzey.example')).toBe('*.kuzey.example')
  expect([wrongHost('localhost'), wrongHost('10.0.0.1'), wrongHost('a.example; frame-ancestors *')]).not.toContain(null)
  expect(wrongHost('')).toBeNull()
  expect(isTooMany(Array.from({ length: 11 }, (_, i) => `h${i}.example`).join('\n'))).toBe(true)
  expect(isTooMany(Array.from({ length: 10 }, (_, i) => `h${i}.example`).join('\n'))).toBe(false)
})
