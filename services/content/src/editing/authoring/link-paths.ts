import { resolvePath } from '@quire/document/plain'
import { assetsFolder } from '../../storage/revisions/path-mappings.ts'
import type { RevisionFinder } from '../../storage/revisions/revision-finder.ts'
import { fileRef, pageRef, type References } from './batch-references.ts'

/** A base path for relative addresses. `isFile` is true for the path of the file that the page was imported from. */
export interface LinkBase {
  path: string
  isFile: boolean
}

/** Finds the page that a target refers to, relative to the bases in `from`; undefined if there is none. */
export async function findPage(
  finder: RevisionFinder,
  refs: References,
  target: string,
  from: LinkBase[],
): Promise<string | undefined> {
  const ref = refs.pages.get(pageRef(target))
  if (ref !== undefined) return ref
  for (const { path, isFile } of pageCandidates(target, from)) {
    const [bySlugs, byFile] = [() => pageBySlugs(finder, path), () => pageByFile(finder, path)]
    const id = isFile ? ((await byFile()) ?? (await bySlugs())) : ((await bySlugs()) ?? (await byFile()))
    if (id !== undefined) return id
  }
  return undefined
}

/** Returns the paths of slugs that `findPage` will look up. */
export const slugPaths = (target: string, from: LinkBase[]): string[] =>
  pageCandidates(target, from).map(({ path }) => slugsOf(path))

/** Finds the file that a target refers to, relative to the bases in `from`; undefined if there is none. */
export async function findFile(
  finder: RevisionFinder,
  refs: References,
  target: string,
  from: LinkBase[],
): Promise<string | undefined> {
  const ref = refs.files.get(fileRef(target))
  if (ref !== undefined) return ref
  for (const { path } of candidates(target, from)) {
    const id = await finder.fileAt(path)
    if (id !== undefined) return id
  }
  return undefined
}

function pageCandidates(target: string, from: LinkBase[]): LinkBase[] {
  const named = /^\/pages\/(.*)$/s.exec(target)?.[1]
  return candidates(named === undefined ? target : `/${named}`, from)
}

/** Returns the possible absolute paths of a target, likeliest first. */
function candidates(target: string, from: LinkBase[]): LinkBase[] {
  if (target.startsWith('/')) return rooted(target, '', false)
  const assets = target.indexOf(`${assetsFolder}/`)
  return [
    ...from.flatMap(({ path, isFile }) => rooted(target, path, isFile)),
    ...(assets < 0 ? [] : rooted(target.slice(assets), '', false)),
  ]
}

function rooted(target: string, from: string, isFile: boolean): LinkBase[] {
  const path = resolvePath(from, target)?.normalize()
  return path === undefined ? [] : [{ path, isFile }]
}

const slugsOf = (path: string) => path.replace(readme, '').replace(/\.(md|markdown)$/i, '')

const readme = /(^|\/)readme\.(md|markdown)$/i

async function pageBySlugs(finder: RevisionFinder, path: string): Promise<string | undefined> {
  const slugs = slugsOf(path)
  return slugs === '' ? finder.rootPage() : finder.pageAt(slugs)
}

async function pageByFile(finder: RevisionFinder, path: string): Promise<string | undefined> {
  const inFolder = path === '' ? 'README.md' : `${path}/README.md`
  for (const file of /\.(md|markdown)$/i.test(path) ? [path] : [`${path}.md`, inFolder]) {
    const id = await finder.pageOfFile(file)
    if (id !== undefined) return id
  }
  return undefined
}
