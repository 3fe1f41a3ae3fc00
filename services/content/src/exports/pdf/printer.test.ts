import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { createLog } from '@quire/kit'
import { Registry } from 'prom-client'
import { PdfConfig } from './config.ts'
import { createPdfCache } from './pdf-cache.ts'
import { inFolder, type PrintHead } from './print/print-job.ts'
import { type Printer, startPrinter } from './printer.ts'

let folder: string
let printers: Printer[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'printer-'))
  printers = []
})
afterEach(async () => {
  for (const printer of printers) await printer.stop()
  await rm(folder, { recursive: true })
})

function printer(config: Record<string, string> = {}) {
  const started = startPrinter({
    config: PdfConfig.parse(config),
    folder,
    metrics: { registry: new Registry() },
    log: createLog('test', 'fatal'),
  })
  printers.push(started)
  return started
}

const long = 'Some **words** of it.\n\n'.repeat(2000)
const never = new AbortController().signal
const head = {
  ...{ title: 'Manual', subtitle: '', date: '', spaceId: 's', publicUrl: 'http://x', location: 'http://x' },
  ...{ titles: {}, reusables: {}, files: {}, fonts: [] },
}

/** A job of one page; `begun` lists the folders that were filled. */
function job(
  key: string,
  fill: (folder: string, signal: AbortSignal) => Promise<void> = async () => {},
  markdown = '',
  more: Partial<PrintHead> = {},
) {
  const begun: string[] = []
  const collect = async (folder: string, signal: AbortSignal) => {
    begun.push(folder)
    await fill(folder, signal)
    await writeFile(join(folder, inFolder.head), JSON.stringify({ ...head, ...more }))
    await writeFile(
      join(folder, inFolder.pages),
      JSON.stringify({ id: 'p', depth: 0, type: 'document', title: 'Page', markdown }),
    )
  }
  return { key, organizationId: 'acme', holder: { account: 'ada', origin: 'ada' }, collect, begun }
}

async function printed(printing: ReturnType<Printer['print']>) {
  const { open, size } = await printing
  const bytes = await buffer((await open()) ?? Readable.from([]))
  expect(bytes.length).toBe(size)
  return bytes.subarray(0, 5).toString()
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

test('one PDF is made once for all who want it at the same time, and kept for the next ones', async () => {
  const { print } = printer()
  const wanted = job('a')
  expect(await Promise.all([printed(print(wanted, never)), printed(print(wanted, never))])).toEqual(['%PDF-', '%PDF-'])
  expect(await printed(print(wanted, never))).toBe('%PDF-')
  expect(wanted.begun).toHaveLength(1)
  expect(await readdir(join(folder, 'work'))).toEqual([])
})

test('the work ends when the last who waits has gone, and whoever comes then begins anew', async () => {
  const { print } = printer()
  const [first, second] = [new AbortController(), new AbortController()]
  const begun = Promise.withResolvers<AbortSignal>()
  const wanted = job('a', async (_, signal) => {
    begun.resolve(signal)
    await untilAborted(signal)
  })
  const waiting = [print(wanted, first.signal), print(wanted, second.signal)]
  const work = await begun.promise
  first.abort(new Error('gone'))
  await expect(waiting[0]).rejects.toThrow('gone')
  expect(work.aborted).toBe(false)
  second.abort(new Error('gone too'))
  await expect(waiting[1]).rejects.toThrow('gone too')
  expect(work.aborted).toBe(true)
  expect(await printed(print(job('a'), never))).toBe('%PDF-')
})

const person = (account: string, origin = account) => ({ account, origin })

test.each<[string, (at: number) => { organizationId: string; holder: { account: string; origin: string } }]>([
  ['organization', (at) => ({ organizationId: 'acme', holder: person(`eve-${at}`) })],
  ['account with many organizations', (at) => ({ organizationId: `org-${at}`, holder: person('eve') })],
  ['address with many accounts', (at) => ({ organizationId: `org-${at}`, holder: person(`eve-${at}`, 'address') })],
])('one %s leaves a permit to the others, however many of its PDFs wait', async (_, of) => {
  const { print } = printer({ PDFS_AT_ONCE: '2' })
  const end = new AbortController()
  const begun = Promise.withResolvers<void>()
  const endless = ['a', 'b', 'c', 'd'].map((key) =>
    job(key, async (_, signal) => {
      begun.resolve()
      await untilAborted(signal)
    }),
  )
  const own = endless.map((wanted, at) => print({ ...wanted, ...of(at) }, end.signal))
  await begun.promise
  const other = { ...job('other'), organizationId: 'other', holder: person('bob') }
  expect(await printed(print(other, never))).toBe('%PDF-')
  const ended = Promise.allSettled(own)
  end.abort(new Error('enough'))
  expect((await ended).map(({ status }) => status)).toEqual(own.map(() => 'rejected'))
})

test.each([
  ['too long', { PDF_TIMEOUT_MS: '100' }, /takes too long/],
  ['too much memory', { PDF_MEMORY_MB: '128' }, /more memory/],
])('a print that takes %s is ended and refused', async (_, config, message) => {
  await expect(printer(config).print(job('a', undefined, long), never)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(message),
  })
  expect(await readdir(join(folder, 'work'))).toEqual([])
})

test('what takes too long to gather is refused like a print that does', async () => {
  const stuck = job('a', (_, signal) => untilAborted(signal))
  await expect(printer({ PDF_TIMEOUT_MS: '100' }).print(stuck, never)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/takes too long/),
  })
  expect(await readdir(join(folder, 'work'))).toEqual([])
})

/** The fonts in a PDF, by the names that their files have there. */
const fontsIn = async (printing: ReturnType<Printer['print']>) =>
  [
    ...(await buffer((await (await printing).open()) ?? Readable.from([])))
      .toString('latin1')
      .matchAll(/FontName \/\w{6}\+([\w-]+)/g),
  ]
    .map(([, name]) => name)
    .sort()

const shipped = createRequire(import.meta.url)
  .resolve('@embedpdf/fonts-latin')
  .replace(/dist\/.*|index\.\w+$/, '')
const fontBytes = () => readFile(join(shipped, 'fonts', 'NotoSans-Medium.ttf'))

/** Breaks a table of a font, so that the font can be read and then not be written into a PDF. */
function withBrokenTable(font: Buffer, tag: string): Buffer {
  const record = font.indexOf(tag, 12, 'latin1')
  const from = font.readUInt32BE(record + 8)
  return Buffer.concat([font.subarray(0, from + 4), Buffer.alloc(32, 255), font.subarray(from + 36)])
}

/** A job that is set in this font. */
const jobInFont = (bytes: Buffer) =>
  job('a', async (work) => writeFile(join(work, 'font-0'), bytes), 'Words with `code`.', {
    fonts: [{ use: 'text', fontFamily: 'Our Own', weight: 400, file: 'font-0' }],
  })

test('a print is set in the uploaded font under the name that its site knows it by', async () => {
  expect(await fontsIn(printer().print(jobInFont(await fontBytes()), never))).toEqual(['DejaVuSansMono', 'OurOwn-400'])
})

test.each<[string, (font: Buffer) => Buffer]>([
  ['is no font', () => Buffer.from('no font')],
  ['ends within a table', (font) => font.subarray(0, 5000)],
  ['cannot be written into a PDF', (font) => withBrokenTable(font, 'hhea')],
])('an uploaded font that %s costs its own shapes, and not the PDF', async (_, broken) => {
  expect(await fontsIn(printer().print(jobInFont(broken(await fontBytes())), never))).toEqual([
    'DejaVuSansMono',
    'NotoSans-Bold',
    'NotoSans-Regular',
  ])
})

test('a page that names things as objects of JavaScript have them is printed', async () => {
  const text =
    '{% content-ref url="/pages/constructor" %}\n{% endcontent-ref %}\n\n{% file src="/files/constructor" %}\n'
  expect(await printed(printer().print(job('a', undefined, text), never))).toBe('%PDF-')
})

test('what is kept has bounds: the last used stays, and so does what was just made', async () => {
  const cache = createPdfCache(join(folder, 'kept'))
  const now = Date.now()
  for (const [key, minutes] of [
    ['just', 0],
    ['lately', 5],
    ['before', 10],
    ['long ago', 90],
  ] as const) {
    const path = join(folder, key)
    await writeFile(path, 'x'.repeat(100))
    await utimes(path, now / 1000, now / 1000 - 60 * minutes)
    await cache.add(key, path)
  }
  const left = async (maxBytes: number) => {
    await cache.sweep({ maxIdleMs: 3600_000, maxBytes, now })
    return (await readdir(join(folder, 'kept'))).sort()
  }
  expect(await left(1000)).toEqual(['before.pdf', 'just.pdf', 'lately.pdf'])
  expect(await left(200)).toEqual(['just.pdf', 'lately.pdf'])
  expect(await left(0)).toEqual(['just.pdf'])
})

test('what is swept while somebody opens it is read all the same', async () => {
  const cache = createPdfCache(join(folder, 'kept'))
  await writeFile(join(folder, 'a'), '%PDF-')
  await cache.add('a', join(folder, 'a'))
  const found = await cache.find('a')
  await rm(join(folder, 'kept', 'a.pdf'))
  expect([found?.size, String(await buffer((await found?.open()) ?? Readable.from([])))]).toEqual([5, '%PDF-'])
})
