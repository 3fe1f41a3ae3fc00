import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { conflict } from '@quire/kit'
import type { ExportedFile } from '../exports/archive/exported-files.ts'
import type { TreeFile } from './repository-tree.ts'

/** A file that the next commit changes, by its composed path; without `read` it is removed. */
export interface Change {
  path: string
  mode: string
  oid: string | undefined
  read?: () => Promise<Buffer>
}

/** Files of a commit by their composed paths, whichever form of accents the commit has: some systems decompose them. */
export type Tree = ReadonlyMap<string, TreeFile>

/** Returns the tree of files; of two whose names are the same to some system, it has the first. */
export function treeOfFiles(files: readonly TreeFile[]): Tree {
  const tree = new Map<string, TreeFile>()
  for (const file of files) if (!tree.has(file.path.normalize())) tree.set(file.path.normalize(), file)
  return tree
}

/** Returns the function that spells a composed path as a tree does, and a new one as the tree spells its folder. */
export function spellingIn(tree: Tree): (path: string) => string {
  const folders = new Map<string, string>()
  for (const [composed, { path }] of tree) {
    if (path === composed) continue
    for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1))
      folders.set(path.slice(0, at).normalize(), path.slice(0, at))
  }
  return (path) => {
    const file = tree.get(path)
    if (file) return file.path
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
      const folder = folders.get(path.slice(0, at))
      if (folder !== undefined) return folder + path.slice(at)
    }
    return path
  }
}

/** Something of a space whose file has this name of contents. */
export interface Origin {
  kind: NonNullable<ExportedFile['of']>['kind']
  id: string
  /** Path of the file from the root of the pages. */
  path: string
  oid: string
}

interface Comparing {
  /** The files of the export. */
  files: AsyncIterable<ExportedFile>
  open: (blob: string) => Promise<Readable>
  /** The tree that the space was last the same as. */
  base: Tree
  /** The tree that the commit goes on top of. */
  atTip: Tree
  /** Paths that are the space's own, of which those that the export lacks are removed. */
  own: ReadonlySet<string>
  onProgress: (done: number) => void
}

/** Bytes of changed texts that are held until the commit is made; a first export of a space is one change. */
const maxHeldBytes = 500 * 1024 ** 2
const regularFile = '100644'

/**
 * Returns what an export changes in a tree, and where everything of the space is in it. Only names of contents are
 * compared, so a file that is the same to the byte is no change, and of a file that came from the repository and was left
 * alone nothing is read. A file that is as the space took it is no change either, whatever the tree has: a commit of which
 * some file could not be imported may have removed or changed it.
 */
export async function changesOf({ files, open, base, atTip, own, onProgress }: Comparing) {
  const changes: Change[] = []
  const origins: Origin[] = []
  const present = new Set<string>()
  let held = 0
  for await (const file of files) {
    const { of, taken } = file
    const path = file.path.normalize()
    present.add(path)
    onProgress(present.size)
    const before = base.get(path)
    const read = async () => {
      if ('bytes' in file) return file.bytes
      if ('blob' in file) return collect(await open(file.blob))
      throw new Error(`${path} is another file than it was when the export began`)
    }
    const known = 'oid' in file && [before?.oid, taken].includes(file.oid) ? file.oid : undefined
    const oid = known ?? gitName(await read())
    if (oid !== before?.oid && oid === taken) continue
    if (of) origins.push({ kind: of.kind, id: of.id, path: of.place, oid })
    if (oid === before?.oid) continue
    if ('bytes' in file) held += file.bytes.length
    if (held > maxHeldBytes) throw conflict('The changed pages are too large for one commit.')
    changes.push({ path, mode: before?.mode === '100755' ? before.mode : regularFile, oid, read })
  }
  for (const one of own) {
    const path = one.normalize()
    const before = atTip.get(path) ?? base.get(path)
    if (before && !present.has(path)) changes.push({ path, mode: before.mode, oid: undefined })
  }
  return { changes, origins }
}

/**
 * Leaves out what the commits of others already have, and tells whether the space has all that they changed. Throws 409 for
 * files that both sides changed, with what to do then, unless the space's are wanted.
 */
export function onTopOf(
  changes: readonly Change[],
  { base, atTip, isForced, advice }: { base: Tree; atTip: Tree; isForced: boolean; advice: string },
): { wanted: Change[]; isSame: boolean } {
  const foreign = new Set(
    [...base.keys(), ...atTip.keys()].filter((path) => base.get(path)?.oid !== atTip.get(path)?.oid),
  )
  const wanted = changes.filter(({ path, oid }) => atTip.get(path)?.oid !== oid)
  const both = wanted.filter(({ path }) => foreign.has(path))
  if (both.length > 0 && !isForced) {
    const named = both.slice(0, 5).map(({ path }) => path)
    const more = both.length > named.length ? ` and ${both.length - named.length} more` : ''
    throw conflict(`The repository has commits that change the same files: ${named.join(', ')}${more}. ${advice}`)
  }
  const changed = new Set(changes.map(({ path }) => path))
  return { wanted, isSame: [...foreign].every((path) => changed.has(path)) }
}

/** Returns Git's name of contents. */
export const gitName = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

export async function collect(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}
