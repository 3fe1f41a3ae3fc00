import { createHash, type KeyObject } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Operation, type PrintFont, printFontOperations } from '@quire/contracts'
import { type Logger, ownBytes } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import { askService } from '../../ask-service.ts'
import { inFolder, type PrintFace, type PrintHead } from './print/print-job.ts'

/** The uploaded fonts of a print: the text's and that of code. */
export interface PrintFonts {
  faces: { use: PrintFace['use']; fontFamily: string; weight: number; bytes: Buffer }[]
  /** A hash of all of them; empty without any. */
  digest: string
}

const noFonts: PrintFonts = { faces: [], digest: '' }
const timeoutMs = 10_000
const maxCachedBytes = 32 * 1024 ** 2

interface FontsParts {
  sitesUrl: string | undefined
  internalKey: KeyObject
  log: Logger
}

/**
 * Returns what finds the fonts that the PDFs of a space are set in (docs/interface.md#pdf). Sites, which has them, is
 * asked as the content service itself. While it does not answer, PDFs are set in the fonts of Quire.
 */
export function printFontsOf({ sitesUrl, internalKey, log }: FontsParts) {
  const files = new LRUCache<string, Buffer>({ maxSize: maxCachedBytes, sizeCalculation: ({ length }) => length + 300 })

  const ask = (operation: Operation, spaceId: string, signal: AbortSignal, body?: object) =>
    askService(operation, { url: sitesUrl ?? '', internalKey, params: { spaceId }, body, signal })

  async function bytesOf(spaceId: string, file: string, signal: AbortSignal): Promise<Buffer | undefined> {
    const known = files.get(file)
    if (known) return known
    const { readPrintFont } = printFontOperations
    const { base64 } = readPrintFont.replies[200].parse(await ask(readPrintFont, spaceId, signal, { file }))
    const bytes = base64 === undefined ? undefined : ownBytes(Buffer.from(base64, 'base64'))
    if (bytes) files.set(file, bytes)
    return bytes
  }

  async function find(spaceId: string, signal: AbortSignal): Promise<PrintFonts> {
    const { findPrintFonts } = printFontOperations
    const { text, code } = findPrintFonts.replies[200].parse(await ask(findPrintFonts, spaceId, signal))
    const named: [PrintFace['use'], PrintFont | undefined][] = [
      ['text', text],
      ['code', code],
    ]
    const faces: PrintFonts['faces'] = []
    const digest = createHash('sha256')
    for (const [use, font] of named) {
      for (const { weight, file } of font?.faces ?? []) {
        const bytes = await bytesOf(spaceId, file, signal)
        if (!font || !bytes) continue
        faces.push({ use, fontFamily: font.fontFamily, weight, bytes })
        digest.update(JSON.stringify([use, font.fontFamily, weight, file]))
      }
    }
    return faces.length === 0 ? noFonts : { faces, digest: digest.digest('hex') }
  }

  return async (spaceId: string, signal: AbortSignal): Promise<PrintFonts> => {
    if (sitesUrl === undefined) return noFonts
    try {
      return await find(spaceId, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]))
    } catch (error) {
      signal.throwIfAborted()
      log.warn({ err: error }, 'the fonts of a PDF could not be read')
      return noFonts
    }
  }
}

/** Writes fonts to the folder of a job; returns what the head of the print says of them. */
export async function writeFonts(folder: string, { faces }: PrintFonts): Promise<PrintFace[]> {
  return Promise.all(
    faces.map(async ({ bytes, ...face }, at) => {
      const file = `font-${at}`
      await writeFile(join(folder, file), bytes, { flag: 'wx', mode: 0o600 })
      return { ...face, file }
    }),
  )
}

/** Takes the uploaded fonts out of the job in a folder; false if it has none. */
export async function removeFonts(folder: string): Promise<boolean> {
  const path = join(folder, inFolder.head)
  const head: PrintHead = JSON.parse(await readFile(path, 'utf8'))
  if (head.fonts.length === 0) return false
  await writeFile(path, JSON.stringify({ ...head, fonts: [] }))
  return true
}
