import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { processMs, threadMs } from '../../tests/support/cpu.ts'
import { catalog, locked, object, packed, pdf, SCRIPT, stream, updated, written } from '../../tests/support/pdf.ts'
import { recipeOnPaper } from '../areas/recipe/paper.ts'
import { readDocument } from './document.ts'
import { pdfFault } from './pdf.ts'

const deflated = (text: string | Buffer) => stream('/Filter /FlateDecode', deflateSync(Buffer.from(text)))
const attached = (name: string, data: string | Buffer) =>
  pdf(
    '<< /Type /Catalog /Names << /EmbeddedFiles << /Names [(a) 2 0 R] >> >> /AF [2 0 R] >>',
    `<< /Type /Filespec /F (${name}) /UF (${name}) /AFRelationship /Data /EF << /F 3 0 R /UF 3 0 R >> >>`,
    deflated(data),
  )

/** This thread's share of the processor time: the rest was a thread's of its own, and blocked no event loop. */
async function whileCounting<T>(run: () => Promise<T>) {
  const [ours, all] = [threadMs(), processMs()]
  const document = await run()
  return { document, share: (threadMs() - ours) / (processMs() - all) }
}

describe('a PDF that is accepted', () => {
  test('pages, pictures and fonts', async () => {
    const bytes = await written({}, (document) => {
      for (let page = 0; page < 20; page++) document.text('Hemoglobin 13,2 g/dL. '.repeat(40)).addPage()
    })
    expect(await pdfFault(bytes)).toBeNull()
  })
  test('one of our own', async () => {
    const care = { lang: 'tr', house: 'Klinik', address: null, phone: null, zone: 'Europe/Istanbul' } as const
    const people = { patient: 'Şükrü İğneci', birthDate: '1980-05-17', doctor: 'Dr. Çağrı Öztürk', branch: null }
    const lines = [{ drug: 'Parol', dose: '500 mg', times: '3 × 1', days: 7, note: '' }]
    const paper = { ...care, ...people, createdAt: '2026-11-18T22:30:00.000Z', lines, note: '' }
    expect(await pdfFault(await recipeOnPaper(paper, null))).toBeNull()
  })
  test('objects in a packed stream', async () => {
    expect(await pdfFault(pdf(catalog, packed('<< /Type /Page /Parent 2 0 R >>')))).toBeNull()
  })
  test('pictures packed in their own way', async () => {
    const picture = stream('/Type /XObject /Subtype /Image /Filter /DCTDecode', Buffer.from([0xff, 0xd8, 0xff, 0xe0]))
    expect(await pdfFault(pdf(catalog, picture))).toBeNull()
  })
  test.each(['1.3', '1.4', '1.6', '1.7ext3'] as const)('printing is locked, version %s', async (pdfVersion) => {
    const bytes = await written({ ownerPassword: 'lab', permissions: {}, pdfVersion }, (document) => {
      document.text('Hemoglobin').link(0, 0, 9, 9, 'https://lab.example/42')
    })
    expect(bytes.includes('/Encrypt')).toBe(true)
    expect(await pdfFault(bytes)).toBeNull()
  })
  test.each(['AES-256', 'AES-128', 'RC4-128'] as const)(
    'printing is locked by %s, objects packed',
    async (algorithm) => {
      expect(await pdfFault(await locked({}, algorithm))).toBeNull()
    },
  )
  test('PDF/A-3 with its data', async () => {
    const xml = Buffer.from('<?xml version="1.0"?><Invoice><Total>120</Total></Invoice>')
    const bytes = await written({ subset: 'PDF/A-3b', pdfVersion: '1.7', tagged: true, lang: 'de' }, (document) => {
      document.registerFont('noto', 'node_modules/@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff')
      document.font('noto').text('Rechnung').file(xml, { name: 'factur-x.xml', type: 'text/xml' })
    })
    expect(bytes.includes('/EmbeddedFiles')).toBe(true)
    expect(await pdfFault(bytes)).toBeNull()
  })
  test.each<[string, string | Buffer]>([
    ['werte.csv', 'Hb;13,2\n'],
    ['befund.PDF', pdf(catalog)],
    ['bild.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1])],
    ['notlar.txt', Buffer.from('Þikâyet', 'latin1')],
  ])('with %s', async (name, data) => {
    expect(await pdfFault(attached(name, data))).toBeNull()
  })
  test('a form to fill in', async () => {
    const document = await PDFDocument.create()
    const form = document.getForm()
    const page = document.addPage()
    form.createTextField('name').addToPage(page)
    form.createCheckBox('fasting').addToPage(page)
    form.createDropdown('blood').addToPage(page)
    expect(await pdfFault(Buffer.from(await document.save()))).toBeNull()
  })
  test('an XML form without scripts', async () => {
    const [head, body] = [deflated('<xdp><template><field name="a"/>'), deflated('</template></xdp>')]
    expect(await pdfFault(pdf('<< /AcroForm << /XFA [(a) 2 0 R (b) 3 0 R] >> >>', head, body))).toBeNull()
  })
  test('links, and an open action that prints a page', async () => {
    const link = (uri: string) => `<< /Subtype /Link /A << /S /URI /URI (${uri}) >> >>`
    const opened = '<< /Type /Catalog /OpenAction << /S /GoTo /D [1 0 R /Fit] /Next << /S /Named /N /Print >> >> >>'
    const links = ['https://lab.example/?a=b:c', 'mailto:a@b.example', 'tel:+90', 'page.html'].map(link)
    expect(await pdfFault(pdf(opened, ...links))).toBeNull()
  })
  test('10 MB of scanned pages, within its thread’s time, while this one goes on', async () => {
    const scan = stream('/Subtype /Image /Filter /DCTDecode', randomBytes(1024 * 1024))
    const pages = Array.from({ length: 2000 }, () => '<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>')
    const bytes = pdf(catalog, ...Array.from({ length: 10 }, () => scan), ...pages)
    const { document, share } = await whileCounting(() => readDocument(bytes))
    expect(document).toMatchObject({ type: 'application/pdf' })
    expect(share).toBeLessThan(0.25)
  })
})

describe('a PDF that is refused', () => {
  test.each([
    ['a script', SCRIPT, 'acts'],
    ['a script whose name is written in figures', '<< /OpenAction << /S /J#61va#53cript /JS (x) >> >>', 'acts'],
    ['its short name too', '<< /A << /S 7 0 R /J#53 (x) >> >>', 'acts'],
    ['its name ends early for some', '<< /A << /S /JavaScript#00x >> >>', 'acts'],
    ['a script in a stream', '<< /A << /JS 3 0 R >> >>', 'acts'],
    ['scripts by name', '<< /Names << /JavaScript 3 0 R >> >>', 'acts'],
    ['a script of a field', '<< /FT /Tx /AA << /K << /S /JavaScript /JS (x) >> >> >>', 'acts'],
    ['a script of a model', '<< /Type /3D /OnInstantiate 4 0 R >>', 'acts'],
    ['a program to start', '<< /A << /S /Launch /F (cmd.exe) >> >>', 'acts'],
    ['a player', '<< /Subtype /RichMedia >>', 'acts'],
    ['a sender of what is typed', '<< /A << /S /SubmitForm /F (http://x) >> >>', 'reaches_out'],
    ['a reader of files', '<< /A << /S /ImportData /F (/etc/passwd) >> >>', 'reaches_out'],
    ['another document on a share', '<< /A << /S /GoToR /F (//evil/share/a.pdf) >> >>', 'reaches_out'],
    ['an address that opens by itself', '<< /OpenAction << /S /URI /URI (https://x) >> >>', 'reaches_out'],
    ['one behind a page', '<< /OpenAction << /S /GoTo /Next [<< /S /URI /URI (https://x) >>] >> >>', 'reaches_out'],
    ['one when a page is left', '<< /AA << /C << /S /URI /URI (https://x) >> >> >>', 'reaches_out'],
    ['a link to a script', '<< /A << /S /URI /URI (java\\nscript:x) >> >>', 'reaches_out'],
    ['a link to the machine', '<< /A << /S /URI /URI <66696C653A2F2F2F632F> >> >>', 'reaches_out'],
    ['a form whose parts nobody finds', '<< /AcroForm << /XFA 4 0 R >> >>', 'unreadable'],
    ['an object that does not end', '<< /A << /B (', 'unreadable'],
    ['a key that says two things', '<< /A << /S /GoTo >> /A << /S /URI >> >>', 'unreadable'],
  ])('%s', async (_, text, fault) => {
    expect(await pdfFault(pdf(text))).toBe(fault)
    expect(await pdfFault(pdf(catalog, packed(text)))).toBe(fault)
  })
  test.each([
    ['packed once', packed(SCRIPT)],
    ['by its other name', packed('<< /S /Java#53cript /JS (x) >>', '/Type /ObjStm /Filter [/FlateDecode]')],
    ['packed twice', packed(SCRIPT, '/Type /ObjStm /Filter [/FlateDecode/FlateDecode]', 2)],
    ['packed twice, with a comment', packed(SCRIPT, '/Type /ObjStm /Filter [%\n/FlateDecode /FlateDecode]', 2)],
    ['in a stream that does not say what it is', packed(SCRIPT, '/Filter [ /FlateDecode\n/FlateDecode ]', 2)],
    ['not packed', packed(SCRIPT, '/Type /ObjStm', 0)],
    ['behind a long description', packed(SCRIPT, `/Type /ObjStm /Filter /FlateDecode /X (${'x'.repeat(5000)})`)],
  ])('a script in a stream of objects: %s', async (_, hidden) => {
    expect(await pdfFault(pdf(catalog, hidden))).toBe('acts')
  })
  test('objects packed so that they cannot be inspected', async () => {
    const hex = '/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]'
    expect(await pdfFault(pdf(catalog, packed('<< >>', hex)))).toBe('unreadable')
    const lzw = stream('/Type /ObjStm /Filter /LZWDecode', Buffer.from([1, 2, 3]))
    expect(await pdfFault(pdf(catalog, lzw))).toBe('unreadable')
    const predicted = packed('<< >>', '/Type /ObjStm /Filter /FlateDecode /DecodeParms << /Predictor 12 >>')
    expect(await pdfFault(pdf(catalog, predicted))).toBe('unreadable')
    expect(await pdfFault(pdf(catalog, packed('<< >>', '/Type /ObjStm /Filter 9 0 R')))).toBe('unreadable')
    expect(await pdfFault(pdf(catalog, packed(String(stream('/N 1 /First 4', Buffer.from('6 0 1'))))))).toBe(
      'unreadable',
    )
  })
  test('a script under encryption without a password', async () => {
    for (const algorithm of ['AES-256', 'AES-128', 'RC4-128'] as const)
      expect(await pdfFault(await locked({ script: true }, algorithm))).toBe('acts')
  })
  test('a link to a local file under such encryption', async () => {
    const bytes = await written({ ownerPassword: 'lab', pdfVersion: '1.7ext3' }, (document) => {
      document.link(0, 0, 9, 9, 'file:///c/windows/system32/calc.exe')
    })
    expect(await pdfFault(bytes)).toBe('reaches_out')
  })
  test('a password that is not known', async () => {
    expect(await pdfFault(await locked({ userPassword: 'secret' }))).toBe('locked')
    expect(
      await pdfFault(pdf('<< /Filter /Adobe.PubSec /V 4 >>', stream('/Type /XRef /Encrypt 1 0 R', Buffer.alloc(1)))),
    ).toBe('locked')
    const other = '<< /Filter /Standard /V 1 /R 2 /O (1) >>'
    const table = stream('/Type /XRef /Encrypt 999 0 R', Buffer.alloc(1))
    expect(await pdfFault(updated(await locked({}), object(998, table), object(999, other)))).toBe('locked')
    const twice = [1, 2].map((n) => object(9, `<< /Filter /Standard /V 1 /R 2 /O (${n}) >>`))
    expect(await pdfFault(updated(pdf(stream('/Encrypt 9 0 R', Buffer.alloc(1))), ...twice))).toBe('locked')
  })
  test('what an update adds, and what an update removes', async () => {
    const added = updated(pdf(catalog), object(1, SCRIPT))
    expect(await pdfFault(added)).toBe('acts')
    expect(await pdfFault(updated(added, object(1, catalog)))).toBe('acts')
    expect(await pdfFault(updated(pdf(catalog, packed(SCRIPT)), object(2, 'null')))).toBe('acts')
  })
  test('an object reachable only through the table of contents', async () => {
    expect(await pdfFault(pdf(catalog, stream('', object(9, SCRIPT))))).toBe('acts')
    expect(await pdfFault(pdf(`<< /Note (\n9 0 obj ${SCRIPT.replace(/\(.*\)/, '<00>')} endobj) >>`))).toBe('acts')
    for (const head of [
      '9 0 % x\nobj',
      '9 0 %\n% 5 6\n obj',
      '9 % x\n 0\nobj',
      '9 0 %\n % 5\n obj',
      '9. 0 obj',
      '+9 0 obj',
    ])
      expect([head, await pdfFault(pdf(catalog, `null endobj ${head} << /S /URI >>`))]).toEqual([head, 'unreadable'])
  })
  test.each<[string, string | Buffer]>([
    ['befund.exe', 'MZ'],
    ['befund.xml.js', 'x()'],
    ['befund.exe. ', 'MZ'],
    ['befund.docm', 'PK'],
    ['befund.xml', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])],
    ['befund.txt', '#!/bin/sh\nrm -rf ~'],
    ['befund.xml', '<a xmlns="http://www.w3.org/1999/xhtml"><script>x()</script></a>'],
    ['befund.xml', Buffer.from('\ufeff<html><script>x()</script>', 'utf16le')],
  ])('carries %s', async (name, data) => {
    expect(await pdfFault(attached(name, data))).toBe('carries_program')
  })
  test('an attached PDF with a script, at several levels', async () => {
    expect(await pdfFault(attached('a.pdf', pdf(catalog, packed(SCRIPT))))).toBe('acts')
    const deep = [1, 2, 3].reduce((inner) => attached('a.pdf', inner), pdf(catalog))
    expect(await pdfFault(deep)).toBe('unreadable')
  })
  test('an XML form with a script or a submit action, in one part or split in two', async () => {
    const form = (...parts: string[]) =>
      pdf(`<< /XFA [${parts.map((_, i) => `(p) ${i + 2} 0 R`).join(' ')}] >>`, ...parts.map(deflated))
    expect(await pdfFault(form('<event><script>x()</script></event>'))).toBe('acts')
    expect(await pdfFault(form('<a><x:scr', 'ipt contentType="application/x-javascript">x()'))).toBe('acts')
    expect(await pdfFault(form('<submit format="xml" target="http://x"/>'))).toBe('acts')
    expect(await pdfFault(form('<!DOCTYPE a [<!ENTITY b "c">]>'))).toBe('acts')
  })
  test('a stream in another file', async () => {
    expect(await pdfFault(pdf(catalog, stream('/F (//evil/share)', Buffer.alloc(1))))).toBe('reaches_out')
  })
  test('a stream that unpacks endlessly', async () => {
    const bomb = stream('/Filter /FlateDecode', deflateSync(Buffer.alloc(60 * 1024 * 1024)))
    expect(await pdfFault(pdf(catalog, bomb))).toBe('too_much')
    const twice = deflateSync(deflateSync(Buffer.alloc(60 * 1024 * 1024)))
    expect(await pdfFault(pdf(catalog, stream('/First 4 /N 1 /Filter [/FlateDecode /FlateDecode]', twice)))).toBe(
      'too_much',
    )
  })
  test('objects nested endlessly', async () => {
    expect(await pdfFault(pdf(`${'['.repeat(300_000)}`))).toBe('unreadable')
    const heads = Buffer.from('1 0 obj<<>>stream\n'.repeat(20_000))
    expect(await pdfFault(pdf(Buffer.concat([heads, Buffer.from('\nendstream')])))).toMatch(/too_much|unreadable/)
  })
  test('a cycle is followed once', async () => {
    expect(
      await pdfFault(pdf('<< /OpenAction 2 0 R /EF 3 0 R /F (a.xml) >>', '<< /S /GoTo /Next 2 0 R >>', '3 0 R')),
    ).toBeNull()
  })
  test('one that takes too long is given up, and nothing else waits', async () => {
    // each of them opens a text that never ends
    const slow = pdf(catalog, `<${'1 0 obj<'.repeat(500_000)}`)
    const { document, share } = await whileCounting(() => readDocument(slow))
    expect(document).toBe('too_much')
    expect(share).toBeLessThan(0.25)
  })
  test('without a header or a trailer', async () => {
    expect(await pdfFault(Buffer.from('hello'))).toBe('unreadable')
    expect(await pdfFault(pdf(catalog).subarray(0, 40))).toBe('unreadable')
  })
})
