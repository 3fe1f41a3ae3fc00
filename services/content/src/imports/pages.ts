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

/** How much is read ahead: enough to keep a thread busy, and little to hold in memory. */
const charactersAhead = 256_000
const filesAhead = 200

/** Reads files, in their order, some at a time. Throws 400 naming the file, and the line of broken front matter. */
export async function* readFiles(
  parser: TextParser,
  wanted: Iterable<WantedFile>,
  field: string,
): AsyncGenerator<ReadImported, undefined> {
  let ahead: { path: string; args: [string, ReadingTerms] }[] = []
  let characters = 0
  for (const { file, ...terms } of wanted) {
    const text = await readText(file, field)
    ahead.push({ path: file.path, args: [text, { ...terms, otherwise: titleOfFile(file.path) }] })
    characters += text.length
    if (characters < charactersAhead && ahead.length < filesAhead) continue
    yield* readAll(ahead)
    ahead = []
    characters = 0
  }
  yield* readAll(ahead)

  async function* readAll(files: typeof ahead) {
    const read = await parser.runEach(
      'readImported',
      files.map(({ args }) => args),
    )
    for (const [at, outcome] of read.entries())
      yield await inFile(files[at]?.path ?? '', field, () => resultOf(outcome))
  }
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
