import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { conflict } from '@quire/kit'
import type { ExportedFile } from '../exports/archive/exported-files.ts'
import type { TreeFile } from './repository-tree.ts'

/** A file that the next commit changes; without `read` it is removed. */
export interface Change {
  path: string
  mode: string
  oid: string | undefined
  read?: () => Promise<Buffer>
}

export type Tree = ReadonlyMap<string, TreeFile>

interface Comparing {
  /** The files of the export. */
  files: AsyncIterable<ExportedFile>
  open: (blob: string) => Promise<Readable>
  /** The tree that the space was last the same as. */
  base: Tree
  /** Paths that are the space's own, of which those that the export lacks are removed. */
  own: ReadonlySet<string>
  onProgress: (done: number) => void
}

/** Bytes of changed texts that are held until the commit is made; a first export of a space is one change. */
const maxHeldBytes = 500 * 1024 ** 2
const regularFile = '100644'

/**
 * Returns what an export changes in a tree. Only names of contents are compared, so a file that is the same to the byte is
 * no change, and of a file that came from the repository and was left alone nothing is read.
 */
export async function changesOf({ files, open, base, own, onProgress }: Comparing): Promise<Change[]> {
  const changes: Change[] = []
  const present = new Set<string>()
  let held = 0
  for await (const file of files) {
    present.add(file.path)
    onProgress(present.size)
    const before = base.get(file.path)
    const mode = before?.mode === '100755' ? before.mode : regularFile
    if ('bytes' in file) {
      const oid = gitName(file.bytes)
      if (oid === before?.oid) continue
      held += file.bytes.length
      if (held > maxHeldBytes) throw conflict('The changed pages are too large for one commit.')
      changes.push({ path: file.path, mode, oid, read: async () => file.bytes })
      continue
    }
    if (file.oid !== undefined && file.oid === before?.oid) continue
    const read = async () => collect(await open(file.blob))
    const oid = gitName(await read())
    if (oid !== before?.oid) changes.push({ path: file.path, mode, oid, read })
  }
  for (const path of own) {
    const before = base.get(path)
    if (before && !present.has(path)) changes.push({ path, mode: before.mode, oid: undefined })
  }
  return changes
}

const gitName = (bytes: Buffer): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')

async function collect(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}
