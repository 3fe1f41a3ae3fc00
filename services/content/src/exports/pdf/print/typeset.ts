import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { blocksOf, maxIncluded, textBlocks } from './block-printers.ts'
import { withDrawings } from './drawings.ts'
import { inlinesOf, wordsOf } from './inline-printers.ts'
import type { Printing } from './print-context.ts'
import { nameOf } from './print-context.ts'
import type { PrintFile, PrintJob, PrintPage } from './print-job.ts'
import type { HrefOf, PrintLocations } from './print-locations.ts'
import { createLocations } from './print-locations.ts'
import { directionOf, printable } from './printable-text.ts'
import type { Block, Printed, PrintedPage } from './printed.ts'
import { asWritten as writtenBlocks } from './reference-blocks.ts'
import { uploadedFonts } from './uploaded-fonts.ts'

interface Preparing {
  hrefOf: HrefOf
  /** The pages whose texts are printed as they are written. */
  asWritten?: ReadonlySet<string>
  /** Called for pages that cannot be prepared; a note is printed in place of their texts. */
  failed: (page: string, error: unknown) => void
}

/**
 * Noto Sans (Latin, Greek, Cyrillic, Devanagari), and what is asked where it has no sign: Chinese and Japanese, Korean,
 * Arabic, Hebrew, emojis. Code and formulas have the fonts that Typst brings. All are under the OFL.
 */
const packages = [
  '@embedpdf/fonts-latin',
  '@embedpdf/fonts-sc',
  '@expo-google-fonts/nanum-gothic',
  '@embedpdf/fonts-arabic',
  '@embedpdf/fonts-hebrew',
  '@expo-google-fonts/noto-emoji',
]

const template = readFileSync(new URL('./template.typ', import.meta.url), 'utf8')

/**
 * Sets a job as a PDF; `hrefOf` gives the addresses of what the pages refer to. Typst sees the template, the job's data,
 * its pictures, and an empty folder.
 */
export async function typeset(job: PrintJob, folder: string, hrefOf: HrefOf): Promise<Buffer> {
  const workspace = join(folder, 'empty')
  let problem = ''
  mkdirSync(workspace, { recursive: true })
  const { blobs, families } = await uploadedFonts(folder, job.fonts, (font, error) => failed(`font ${font}`, error))
  const compiler = NodeCompiler.create({
    workspace,
    // The library aborts where fonts in memory follow those of folders.
    fontArgs: [...(blobs.length > 0 ? [{ fontBlobs: blobs }] : []), { fontPaths: fontFolders() }],
  })
  const files = Object.fromEntries(Object.entries(job.files).map(([id, file]) => [id, withReadablePicture(file)]))
  const readable = { ...job, files }
  const printed = await withDrawings(prepare(readable, { hrefOf, failed: failedPage }), isReadable)
  const document = set(printed) ?? set(await preparedAgain(failing(printed)))
  if (!document) throw new Error(`no page can be set: ${problem}`)
  return compiler.pdf(document)

  function set(data: Printed) {
    compiler.mapShadow(join(workspace, 'print.json'), Buffer.from(JSON.stringify({ ...data, fonts: families })))
    const compiled = compiler.compile({ mainFileContent: template })
    if (!compiled.result) problem = JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)
    return compiled.result
  }

  /** Typst stops at an error: each page is tried alone, and one that fails is printed as it is written. */
  function failing(data: Printed): Set<string> {
    const isFailing = (page: PrintedPage) => !set({ ...data, alone: true, sheets: [[page]] })
    return new Set(
      data.sheets
        .flat()
        .filter(isFailing)
        .map(({ id }) => id),
    )
  }

  /** The file without its picture where Typst cannot read that. */
  function withReadablePicture(file: PrintFile): PrintFile {
    const { picture, ...rest } = file
    if (picture === undefined) return rest
    return isReadable(picture, readFileSync(join(folder, picture))) ? file : rest
  }

  /** Puts a picture where the template finds it; false if Typst cannot read it. */
  function isReadable(picture: string, bytes: Buffer | string): boolean {
    const path = join(workspace, picture)
    compiler.mapShadow(path, Buffer.from(bytes))
    if (compiler.compile({ mainFileContent: `#image("/${picture}")` }).result) return true
    compiler.unmapShadow(path)
    return false
  }

  function preparedAgain(asWritten: ReadonlySet<string>) {
    return withDrawings(prepare(readable, { hrefOf, failed: failedPage, asWritten }), isReadable)
  }
}

/** The service logs this output. */
const failed = (what: string, error: unknown) =>
  void process.stderr.write(`${what}: ${error instanceof Error ? error.stack : String(error)}\n`)
const failedPage = (page: string, error: unknown) => failed(`page ${page}`, error)

/** The folders that hold the fonts. */
const fontFolders = (): string[] => packages.map(folderOf)

function folderOf(name: string): string {
  const entry = fileURLToPath(import.meta.resolve(name))
  const root = join('node_modules', name)
  return entry.slice(0, entry.lastIndexOf(root) + root.length)
}

/** Converts a job to the data that the template prints. */
export function prepare(job: PrintJob, preparing: Preparing): Printed {
  const locations = createLocations(job.spaceId, preparing.hrefOf)
  const sheets: PrintedPage[][] = []
  for (const [at, page] of job.pages.entries()) {
    const printed = pageOf(job, page, locations, preparing)
    const above = job.pages[at - 1]?.type === 'group' ? sheets.at(-1) : undefined
    if (above) above.push(printed)
    else sheets.push([printed])
  }
  locations.settle()
  const title = printable(job.title)
  const lang = directionOf(title)
  return { title, subtitle: printable(job.subtitle), date: job.date, ...(lang && { lang }), sheets }
}

function pageOf(job: PrintJob, page: PrintPage, locations: PrintLocations, preparing: Preparing): PrintedPage {
  const title = printable([page.emoji, page.title].filter(Boolean).join(' '))
  const place = locations.add(page.id)
  if (place === undefined) throw new Error(`page ${page.id} is printed twice`)
  const lang = directionOf(title)
  return {
    id: page.id,
    level: page.depth + 1,
    title,
    place,
    ...(page.description && { description: printable(page.description) }),
    ...(lang && { lang }),
    body: preparedBody(job, page, locations, preparing),
  }
}

/** The body of a page; an error in one page costs only that page. */
function preparedBody(
  job: PrintJob,
  page: PrintPage,
  locations: PrintLocations,
  { asWritten, failed }: Preparing,
): Block[] {
  if (asWritten?.has(page.id)) return writtenBlocks(page.markdown)
  try {
    return bodyOf({
      ...{ job, page, locations, depth: 0, inside: [], budget: { ...maxIncluded } },
      ...{ blocks: blocksOf, inlines: inlinesOf },
    })
  } catch (error) {
    failed(page.id, error)
    locations.drop(page.id)
    return [{ k: 'paragraph', body: wordsOf('This page could not be printed.') }]
  }
}

function bodyOf(printing: Printing): Block[] {
  const { page, locations } = printing
  if (page.type !== 'link') return textBlocks(page.markdown, printing)
  const { target } = page
  const to = target && locations.to(target, page.id)
  if (!to) return []
  return [{ k: 'reference', label: '', body: [{ k: 'link', to, body: wordsOf(nameOf(target, printing)) }] }]
}
