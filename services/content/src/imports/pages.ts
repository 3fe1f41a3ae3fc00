import { batched } from '@quire/kit'
import { resultOf } from '@quire/parsing'
import type { TextParser } from '../parsing.ts'
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

/** A file on its way to the thread. */
interface FileToRead {
  path: string
  args: [string, ReadingTerms]
}

/** Reads files, in their order, some ahead. Throws 400 naming the file, and the line of broken front matter. */
export async function* readFiles(
  parser: TextParser,
  wanted: Iterable<WantedFile>,
  field: string,
): AsyncGenerator<ReadImported, undefined> {
  const underWay: Promise<ReadImported[]>[] = []
  for await (const files of batched(textsOf(wanted, field), batchOfTexts, ({ args: [text] }) => text.length)) {
    const reading = readBatch(parser, files, field)
    // Whoever comes to it learns of its failure.
    reading.catch(() => undefined)
    if (underWay.push(reading) === batchesAhead) yield* (await underWay.shift()) ?? []
  }
  for (const reading of underWay) yield* await reading
}

async function* textsOf(wanted: Iterable<WantedFile>, field: string): AsyncGenerator<FileToRead> {
  for (const { file, ...terms } of wanted) {
    const text = await readText(file, field)
    yield { path: file.path, args: [text, { ...terms, otherwise: titleOfFile(file.path) }] }
  }
}

async function readBatch(parser: TextParser, files: readonly FileToRead[], field: string): Promise<ReadImported[]> {
  const outcomes = await parser.runEach(
    'readImported',
    files.map(({ args }) => args),
  )
  return Promise.all(outcomes.map((outcome, at) => inFile(files[at]?.path ?? '', field, () => resultOf(outcome))))
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
