import type { ImportBase } from '../imports/import-base.ts'
import type { UnchangedFiles } from '../imports/source-files.ts'
import { entries } from '../storage/trees/tree-reads.ts'
import type { TreeFile } from './repository-tree.ts'

/** Names of files that say something about other files; where one of them changes, all are read. */
const tellsOfOthers = /(^|\/)(?:\.gitbook\.ya?ml|gitbook-docs\.yaml|docs\.yaml|vars\.yaml)$/

/**
 * Returns what the content before has of the files that a commit leaves as they are, so that an import reads only what it
 * changed. Undefined where everything has to be read: a changed file that tells of others may mean something else for them.
 */
export async function unchangedFiles(
  { revision: { roots }, storage }: ImportBase,
  files: readonly TreeFile[],
  changed: ReadonlySet<string>,
): Promise<UnchangedFiles | undefined> {
  const { path: summary = 'SUMMARY.md', root = '' } =
    Object.fromEntries(await entries(storage.nodes, roots.sources)).summary ?? {}
  const below = root === '' ? '' : `${root}/`
  if ([...changed].some((path) => tellsOfOthers.test(path) || path === below + summary)) return undefined
  const oids = new Map(
    files.flatMap(({ path, oid }) =>
      path.startsWith(below) && !changed.has(path) ? [[path.slice(below.length), oid] as const] : [],
    ),
  )
  const [pages, stored, reusables] = await Promise.all([
    entries(storage.nodes, roots.pages),
    entries(storage.nodes, roots.files),
    entries(storage.nodes, roots.reusables),
  ])
  const of = <Entry>(all: readonly (readonly [string, Entry])[], placeOf: (entry: Entry) => Place) =>
    new Map(
      all.flatMap(([, entry]) => {
        const { path, oid } = placeOf(entry)
        return path !== undefined && oid !== undefined && oids.get(path) === oid ? [[path, entry] as const] : []
      }),
    )
  return {
    pages: of(pages, ({ git, computed }) => (computed ? {} : (git ?? {}))),
    files: of(stored, ({ path, oid }) => ({ path, oid })),
    reusableContents: of(reusables, ({ git }) => git ?? {}),
  }
}

interface Place {
  path?: string | undefined
  oid?: string | undefined
}
