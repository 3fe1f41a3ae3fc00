import { resolvePath } from '@quire/document/plain'
import type { RevisionFinder } from '../revisions/finder.ts'
import { assetsFolder } from '../revisions/placements.ts'
import { fileRef, pageRef, type References } from './references.ts'

/** A path that relative addresses may be meant from; `isFile` for the file that the page was imported from. */
export interface Standpoint {
  path: string
  isFile: boolean
}

/** The id of the page that a target names, seen from where it is written; undefined where it names none. */
export async function findPage(
  finder: RevisionFinder,
  refs: References,
  target: string,
  from: Standpoint[],
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

/** The slugs, joined, that `findPage` will look for. */
export const slugPaths = (target: string, from: Standpoint[]): string[] =>
  pageCandidates(target, from).map(({ path }) => slugsOf(path))

/** The id of the file that a target names, likewise. */
export async function findFile(
  finder: RevisionFinder,
  refs: References,
  target: string,
  from: Standpoint[],
): Promise<string | undefined> {
  const ref = refs.files.get(fileRef(target))
  if (ref !== undefined) return ref
  for (const { path } of candidates(target, from)) {
    const id = await finder.fileAt(path)
    if (id !== undefined) return id
  }
  return undefined
}

function pageCandidates(target: string, from: Standpoint[]): Standpoint[] {
  const named = /^\/pages\/(.*)$/s.exec(target)?.[1]
  return candidates(named === undefined ? target : `/${named}`, from)
}

/** What a written path may be from the root, likeliest first. */
function candidates(target: string, from: Standpoint[]): Standpoint[] {
  if (target.startsWith('/')) return rooted(target, '', false)
  const assets = target.indexOf(`${assetsFolder}/`)
  return [
    ...from.flatMap(({ path, isFile }) => rooted(target, path, isFile)),
    ...(assets < 0 ? [] : rooted(target.slice(assets), '', false)),
  ]
}

function rooted(target: string, from: string, isFile: boolean): Standpoint[] {
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
