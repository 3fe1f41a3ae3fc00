import { batched } from '@quire/kit'
import { resultOf } from '@quire/parsing'
import { BrokenFile, orBroken } from './broken-file.ts'
import type { ImportsParser } from './context.ts'
import { type FileText, inFile, readPageText } from './file-text.ts'
import type { ReadImported, ReadingTerms } from './read-imported.ts'
import type { SourceFile } from './source-files.ts'
import { titleOfFile } from './source-paths.ts'

/** A file that is to be read, with options. */
interface WantedFile extends Omit<ReadingTerms, 'otherwise'> {
  file: SourceFile
}

/** Bounds of one message to the thread. */
const batchOfTexts = { items: 100, bytes: 60_000 } as const
/** Messages in progress: the thread works while its earlier results are used, and memory stays bounded. */
const batchesAhead = 4

/** A parsed markdown file, and the file itself unless it was converted from another format. */
export interface ReadFile extends ReadImported {
  file?: FileText
  /** The lines of the file with a NUL, which became U+FFFD. */
  nulLines: number[]
}

/** A file for the thread, or one that could not be read, which stays in the list to preserve the order. */
type FileToRead = { args: [string, ReadingTerms]; file?: FileText; nulLines: number[] } | { broken: BrokenFile }

/** Reads files and yields them in their order; reads some files ahead. */
export async function* readFiles(
  parser: ImportsParser,
  wanted: Iterable<WantedFile>,
): AsyncGenerator<ReadFile | BrokenFile, undefined> {
  const underWay: Promise<(ReadFile | BrokenFile)[]>[] = []
  const sizeOf = (file: FileToRead) => ('args' in file ? file.args[0].length : 0)
  for await (const files of batched(textsOf(wanted), batchOfTexts, sizeOf)) {
    const reading = readBatch(parser, files)
    // The failure is thrown when the batch is awaited.
    reading.catch(() => undefined)
    if (underWay.push(reading) === batchesAhead) yield* (await underWay.shift()) ?? []
  }
  for (const reading of underWay) yield* await reading
}

async function* textsOf(wanted: Iterable<WantedFile>): AsyncGenerator<FileToRead> {
  for (const { file, ...terms } of wanted) {
    const read = await orBroken(() => readPageText(file))
    if (read instanceof BrokenFile) yield { broken: read }
    else {
      const args: [string, ReadingTerms] = [read.text, { ...terms, otherwise: file.title ?? titleOfFile(file.path) }]
      const { nulLines, ...text } = read
      yield { args, nulLines, ...(!file.isPage && { file: text }) }
    }
  }
}

async function readBatch(parser: ImportsParser, files: readonly FileToRead[]): Promise<(ReadFile | BrokenFile)[]> {
  const outcomes = await parser.runEach(
    'readImported',
    files.flatMap((file) => ('args' in file ? [file.args] : [])),
  )
  const read = outcomes.values()
  return Promise.all(
    files.map((file) => {
      if ('broken' in file) return file.broken
      const { file: source, nulLines } = file
      const outcome = read.next().value
      if (!outcome) throw new Error('A text was read as nothing')
      return orBroken(() => inFile(() => ({ ...resultOf(outcome), nulLines, ...(source && { file: source }) })))
    }),
  )
}
