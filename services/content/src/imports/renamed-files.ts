import { BrokenFile, orBroken } from './broken-file.ts'
import { readFileText } from './file-text.ts'
import { idsWithMoves } from './same-source.ts'
import type { SourceFile } from './source-files.ts'
import { folderOf } from './source-paths.ts'

/** The files that pages were imported from before, by path. */
export interface FormerFiles {
  /** Git's names of their bytes, as far as they are known. */
  oids: ReadonlyMap<string, string>
  /** Loads the texts of some of them. */
  texts(paths: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Bounds of the comparison: files on either side, and characters of all texts. */
const maxFiles = 1000
const maxCharacters = 30_000_000
const textsAtOnce = 50

/** Part of the larger text that two versions of one file share at least. */
const minShared = 0.5
/** Characters that two texts share at least, so that a title alone says nothing. */
const minCharacters = 30
/** A line of more files than this says nothing about one of them. */
const maxFilesOfLine = 20

/**
 * Returns the known ids of paths, those of files that were moved or renamed too. Of the files that are gone and those that
 * are new, two are the same if no others have their name, if they have the same bytes, or else if they share most of their
 * lines; those that share most come first. Where very many files are gone or new, names alone decide.
 */
export async function idsWithRenames(
  known: ReadonlyMap<string, string>,
  files: readonly SourceFile[],
  former: FormerFiles | undefined,
): Promise<ReadonlyMap<string, string>> {
  const paths = files.map(({ path }) => path)
  const ids = idsWithMoves(known, paths)
  const taken = new Set(paths.flatMap((path) => ids.get(path) ?? []))
  const gone = new Map([...known].filter(([, id]) => !taken.has(id)))
  const fresh = files.filter(({ path }) => !ids.has(path))
  if (!former || gone.size === 0 || fresh.length === 0 || Math.max(gone.size, fresh.length) > maxFiles) return ids
  const texts = new Map<string, string>()
  const byOid = unique([...gone.keys()].flatMap((path) => pairOf(former.oids.get(path), path)))
  const found: [string | undefined, string][] = []
  let characters = 0
  for (const file of fresh) {
    const read = await orBroken(() => readFileText(file))
    if (read instanceof BrokenFile) continue
    found.push([read.oid, file.path])
    characters += read.text.length
    if (characters <= maxCharacters) texts.set(file.path, read.text)
  }
  const join = (path: string, before: string) => {
    const id = gone.get(before)
    if (id === undefined || ids.has(path)) return
    ids.set(path, id)
    gone.delete(before)
    texts.delete(path)
  }
  for (const [oid, path] of unique(found.flatMap(([oid, path]) => pairOf(oid, path)))) {
    const before = byOid.get(oid)
    if (before !== undefined) join(path, before)
  }
  for (const { path, before } of await similar(texts, [...gone.keys()], former)) join(path, before)
  return ids
}

const pairOf = (key: string | undefined, value: string): [string, string][] => (key === undefined ? [] : [[key, value]])

/** Leaves out keys that occur more than once. */
function unique(pairs: readonly [string, string][]): Map<string, string> {
  const groups = Map.groupBy(pairs, ([key]) => key)
  return new Map([...groups.values()].flatMap(([pair, ...others]) => (pair && others.length === 0 ? [pair] : [])))
}

interface Pair {
  path: string
  before: string
  shared: number
}

/** Returns pairs of similar files, the most similar first, and of equals those that stayed in their folder. */
async function similar(texts: ReadonlyMap<string, string>, gone: readonly string[], former: FormerFiles) {
  const byLine = new Map<string, string[]>()
  const sizes = new Map<string, number>()
  let characters = 0
  for (let at = 0; at < gone.length && characters <= maxCharacters; at += textsAtOnce) {
    for (const [path, text] of await former.texts(gone.slice(at, at + textsAtOnce))) {
      characters += text.length
      const lines = linesOf(text)
      sizes.set(path, sizeOf(lines))
      for (const line of lines) byLine.set(line, [...(byLine.get(line)?.slice(0, maxFilesOfLine) ?? []), path])
    }
  }
  const pairs: Pair[] = []
  for (const [path, text] of texts) {
    const lines = linesOf(text)
    const size = sizeOf(lines)
    const shared = new Map<string, number>()
    for (const line of lines) {
      const files = byLine.get(line) ?? []
      if (files.length <= maxFilesOfLine)
        for (const before of files) shared.set(before, (shared.get(before) ?? 0) + line.length)
    }
    for (const [before, length] of shared) {
      const part = length / Math.max(size, sizes.get(before) ?? 0)
      if (length >= minCharacters && part >= minShared) pairs.push({ path, before, shared: part })
    }
  }
  const isBeside = ({ path, before }: Pair) => (folderOf(path) === folderOf(before) ? 0 : 1)
  return pairs.sort((one, other) => other.shared - one.shared || isBeside(one) - isBeside(other))
}

/** The distinct lines of a text, without the addresses of links, which change as files move. */
const linesOf = (text: string): Set<string> =>
  new Set(
    text.split(/\r\n?|\n/).flatMap((line) => {
      const words = line.replaceAll(/\]\((?:(?!\]\()[^)])*\)|\b(?:href|src|url)=(?:"[^"]*"|'[^']*')/g, ']').trim()
      return words === '' ? [] : [words]
    }),
  )

const sizeOf = (lines: ReadonlySet<string>) => [...lines].reduce((sum, { length }) => sum + length, 0)
