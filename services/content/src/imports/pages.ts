import { batched } from '@quire/kit'
import { resultOf } from '@quire/parsing'
import type { TextParser } from '../parsing.ts'
import { BrokenFile, orBroken } from './broken-file.ts'
import { folderOf, isReadme, nameOf } from './paths.ts'
import type { ReadImported, ReadingTerms } from './read.ts'
import type { SourceFile } from './sources.ts'
import { inFile, readText } from './text.ts'

/** A file that is to be read, and how. */
interface WantedFile extends Omit<ReadingTerms, 'otherwise'> {
  file: SourceFile
}

/** What goes to the thread at once: one message. */
const batchOfTexts = { items: 100, bytes: 60_000 } as const
/** So many of them are under way, so that the thread works while what it read is used, and memory holds little. */
const batchesAhead = 4

/** A file on its way to the thread; one that could not be read goes along, to keep its place. */
type FileToRead = { args: [string, ReadingTerms] } | { broken: BrokenFile }

/** Reads files, in their order, some ahead. */
export async function* readFiles(
  parser: TextParser,
  wanted: Iterable<WantedFile>,
): AsyncGenerator<ReadImported | BrokenFile, undefined> {
  const underWay: Promise<(ReadImported | BrokenFile)[]>[] = []
  const sizeOf = (file: FileToRead) => ('args' in file ? file.args[0].length : 0)
  for await (const files of batched(textsOf(wanted), batchOfTexts, sizeOf)) {
    const reading = readBatch(parser, files)
    // Whoever comes to it learns of its failure.
    reading.catch(() => undefined)
    if (underWay.push(reading) === batchesAhead) yield* (await underWay.shift()) ?? []
  }
  for (const reading of underWay) yield* await reading
}

async function* textsOf(wanted: Iterable<WantedFile>): AsyncGenerator<FileToRead> {
  for (const { file, ...terms } of wanted) {
    const text = await orBroken(() => readText(file))
    if (text instanceof BrokenFile) yield { broken: text }
    else yield { args: [text, { ...terms, otherwise: file.title ?? titleOfFile(file.path) }] }
  }
}

async function readBatch(parser: TextParser, files: readonly FileToRead[]): Promise<(ReadImported | BrokenFile)[]> {
  const outcomes = await parser.runEach(
    'readImported',
    files.flatMap((file) => ('args' in file ? [file.args] : [])),
  )
  const read = outcomes.values()
  return Promise.all(
    files.map((file) => {
      if ('broken' in file) return file.broken
      const outcome = read.next().value
      if (!outcome) throw new Error('A text was read as nothing')
      return orBroken(() => inFile(() => resultOf(outcome)))
    }),
  )
}

function titleOfFile(path: string): string {
  const name = isReadme(path) ? folderOf(path).split('/').at(-1) || nameOf(path) : nameOf(path)
  return titleOfName(name)
}

/** A file's or folder's name as a title: `getting-started` becomes "Getting started". */
export function titleOfName(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim() || name
  return words.charAt(0).toUpperCase() + words.slice(1)
}
