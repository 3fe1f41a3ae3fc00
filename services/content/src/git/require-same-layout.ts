import { conflict } from '@quire/kit'
import type { ArchivePlan } from '../exports/archive/plan-archive.ts'
import { summaryPath } from '../exports/archive/write-summary.ts'
import { configPaths, readLayout } from '../imports/apply-config.ts'
import type { ImportsParser } from '../imports/context.ts'
import type { Tree } from './compare-tree.ts'
import { openBlobReader } from './read-blobs.ts'
import type { Git } from './run-git.ts'

interface Trees {
  git: Git
  /** The tree that the space was last the same as. */
  base: Tree
  /** The tree that the commit goes on top of. */
  atTip: Tree
  parser: ImportsParser
  signal: AbortSignal
}

/**
 * Throws 409 if an import of the repository looks for the pages and the table of contents elsewhere than an export writes
 * them: it would then take all pages for removed. Throws 400 for a configuration that no import could read.
 */
export async function requireSameLayout(
  { sources: { config, summary } }: Pick<ArchivePlan, 'sources'>,
  { git, base, atTip, parser, signal }: Trees,
): Promise<void> {
  const fileIn = (tree: Tree) => configPaths.flatMap((path) => tree.get(path) ?? [])[0]
  const file = fileIn(atTip)
  // The export brings its own one.
  if (!file && !fileIn(base) && config?.source) return
  await using blobs = openBlobReader(git, signal)
  const there = await readLayout(file && { path: file.path, read: () => blobs.read(file.oid) }, {
    parser,
    field: 'body.url',
  })
  const here = { root: summary?.root ?? '', summary: summary?.path ?? summaryPath }
  if (there.root === here.root && there.summary === here.summary) return
  const subject = file ? `The ${file.path} of the repository` : 'A repository without .gitbook.yaml'
  throw conflict(`${subject} has ${placesOf(there)}, and an export of this space has ${placesOf(here)}: import first.`)
}

const placesOf = ({ root, summary }: { root: string; summary: string }) =>
  `its pages in ${root === '' ? 'the top folder' : `"${root}"`} and their order in "${summary}"`
