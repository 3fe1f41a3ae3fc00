import type { GitOrigin, PageEntry } from '../storage/revisions/revision-entries.ts'
import type { Layout } from './apply-config.ts'
import { type TreeNode, walk } from './import-tree.ts'
import type { EarlierImport, UnchangedFiles } from './source-files.ts'
import { folderOf, isReadme } from './source-paths.ts'
import type { LinkTargets } from './stable-links.ts'

interface Planning {
  layout: Layout
  /** The page tree of the files of now. */
  nodes: readonly TreeNode[]
  targets: LinkTargets
}

type DocumentNode = Extract<TreeNode, { type: 'document' }>

/**
 * Returns what the import before made of files that would become the same now: those whose bytes, place in the table of
 * contents and link targets are as they were. All others are read, so that the cost of an import follows what changed.
 * Undefined if all have to be read, since the source got or lost its table of contents.
 */
export async function unchangedFiles(
  earlier: EarlierImport,
  { layout, nodes, targets }: Planning,
): Promise<UnchangedFiles | undefined> {
  const whole = (path: string) => (layout.root === '' ? path : `${layout.root}/${path}`)
  const isSame = (path: string | undefined, oid: string | undefined) =>
    path !== undefined &&
    oid !== undefined &&
    !earlier.changed.has(whole(path)) &&
    earlier.oids.get(whole(path)) === oid
  const summary = whole(layout.summary)
  const isListed = earlier.oids.has(summary)
  if (earlier.changed.has(summary) && isListed !== (earlier.changed.get(summary) !== undefined)) return undefined
  const moves = movesBetween(earlier, targets, whole)
  // The slug of the first page is made of its title; a link may lead to a page by its address here.
  const isFirstChanged = [...earlier.changed.keys()].some((path) => isReadme(path) && folderOf(path) === layout.root)
  const isRearranged = moves.isAny || isFirstChanged || earlier.isElsewhere || earlier.changed.has(summary)
  const linking = moves.lost.size > 0 ? await earlier.textsLinkingTo([...moves.lost]) : new Set<string>()
  const hasSameLinks = ({ document, git }: { document: string | null; git?: GitOrigin }) =>
    (document === null || !linking.has(document)) && !(isRearranged && mayHaveOpenLinks(git))
  const hasSameCover = ({ cover, frontMatter }: PageEntry) =>
    ![cover?.ref, cover?.refDark].some((ref) => ref?.kind === 'file' && moves.lost.has(ref.file)) &&
    !(isRearranged && (frontMatter?.cover ?? frontMatter?.coverDark) !== undefined)
  const places = new Map<string, DocumentNode>()
  for (const { node } of walk(nodes)) if (node.type === 'document') places.set(node.path, node)
  const pages = earlier.pages.flatMap(([, page]): [string, PageEntry][] => {
    const { path, oid } = page.git ?? {}
    const place = places.get(path ?? '')
    if (path === undefined || !place || !isSame(path, oid)) return []
    return isAtSamePlace(place, page, isListed) && hasSameLinks(page) && hasSameCover(page) ? [[path, page]] : []
  })
  return {
    pages: new Map(pages),
    files: new Map(
      earlier.files.flatMap(([, file]) =>
        file.path && isSame(file.path, file.oid) ? [[file.path, file] as const] : [],
      ),
    ),
    reusableContents: new Map(
      earlier.reusableContents.flatMap(([, content]) =>
        content.git && isSame(content.git.path, content.git.oid) && hasSameLinks(content)
          ? [[content.git.path, content] as const]
          : [],
      ),
    ),
  }
}

/** True if a page gets from the table of contents what it has, or as before nothing, so that its own text decides. */
function isAtSamePlace(
  { title, linkTitle, hidden = false, computed }: DocumentNode,
  page: PageEntry,
  isListed: boolean,
): boolean {
  if (computed || page.computed) return false
  const isUnlisted = page.git?.unlisted ?? false
  const hasOwnTitle = title === undefined && (isUnlisted || !isListed)
  return hidden === isUnlisted && (linkTitle || undefined) === page.linkTitle && (hasOwnTitle || title === page.title)
}

/** Texts of before this was recorded may have such links if their file was stored, as theirs always was. */
const mayHaveOpenLinks = (git: GitOrigin | undefined) => git?.hasOpenLinks ?? git?.source !== undefined

/**
 * Compares what links could lead to with what they can lead to now. `lost` are the ids of what some path does not lead to
 * any more, or may not; `isAny` is true if any path leads elsewhere. A file that is there and could not be read is no loss.
 */
function movesBetween(
  earlier: EarlierImport,
  targets: LinkTargets,
  whole: (path: string) => string,
): { lost: ReadonlySet<string>; isAny: boolean } {
  const all = [
    ...earlier.pages.map(([id, { git, computed }]) => ({ id, path: git?.path, oid: git?.oid, isMade: !!computed })),
    ...earlier.files.map(([id, { path, oid }]) => ({ id, path, oid, isMade: false })),
    ...earlier.reusableContents.map(([id, { git }]) => ({ id, path: git?.path, oid: git?.oid, isMade: false })),
  ].flatMap(({ path, ...one }) => (path === undefined ? [] : [{ ...one, path }]))
  const idNow = (path: string) => {
    const { reusableContents, files, pages } = targets
    return reusableContents.get(path) ?? files.get(path) ?? pages.get(path)
  }
  const before = new Map<string, string>()
  const different = new Set<string>()
  for (const { id, path, oid, isMade } of all) {
    const { changed, oids } = earlier
    const oidBefore = changed.has(whole(path)) ? changed.get(whole(path)) : oids.get(whole(path))
    // What the import before could not read was no target of links.
    if (isMade || oid === oidBefore) before.set(path, id)
    const now = idNow(path)
    if (now === undefined ? !oids.has(whole(path)) : now !== id) different.add(path)
  }
  for (const path of targets.paths.values()) if (before.get(path) !== idNow(path)) different.add(path)
  const keys = new Set([...different].flatMap(namesOf))
  const lost = all.filter(({ path }) => namesOf(path).some((name) => keys.has(name))).map(({ id }) => id)
  return { lost: new Set(lost), isAny: different.size > 0 }
}

/** The paths by which a link may lead to a file: its own, without its extension, and the folder whose page it is. */
const namesOf = (path: string): string[] => [
  path,
  ...(path.endsWith('.md') ? [path.slice(0, -'.md'.length)] : []),
  ...(isReadme(path) ? [folderOf(path)] : []),
]
