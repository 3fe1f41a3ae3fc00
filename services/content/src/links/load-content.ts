import type { ContentLocation, Space } from '@quire/contracts'
import type { ContentContext } from '../context.ts'
import type { OpenRevision } from '../pages/history.ts'
import type { View } from '../pages/pages.present.ts'
import { viewOf } from '../pages/showing.ts'
import type { FileEntry, PageEntry, ReusableContentEntry } from '../revisions/entries.ts'
import { pagePaths } from '../revisions/page-paths.ts'
import { getMany } from '../trees/read.ts'

/** The content of one space, and what all that is in it is shown with. */
export interface SpaceContent {
  open: OpenRevision
  space: Space
  versionContext?: Extract<ContentLocation, { kind: 'page' }>['versionContext']
}

/** The resources of one space that are asked for, by their addresses. */
export interface LoadedContent extends SpaceContent {
  view: View
  pages: Map<string, PageEntry>
  paths: Map<string, string>
  files: Map<string, FileEntry>
  reusables: Map<string, ReusableContentEntry>
}

export type PresentContext = Pick<ContentContext, 'sql' | 'deps' | 'access' | 'caller'>

/** Loads what some addresses of a space name. */
export async function loadContent(
  context: PresentContext,
  content: SpaceContent,
  resources: readonly string[],
): Promise<LoadedContent> {
  const { storage, revision } = content.open
  const { nodes } = storage
  const { roots } = revision
  const idsIn = (place: string) => [...new Set(resources.filter((one) => one.startsWith(place)).map(idOf))]
  const pages = await getMany(nodes, roots.pages, idsIn('/pages/'))
  return {
    ...content,
    view: viewOf(context, content.open, {}),
    pages,
    paths: await pagePaths(nodes, context.deps.caches.pagePaths, roots.pages, [...pages.keys()]),
    files: await getMany(nodes, roots.files, idsIn('/files/')),
    reusables: await getMany(nodes, roots.reusables, idsIn('/reusable-contents/')),
  }
}

/** What a resource's address ends with. */
export const idOf = (resource: string) => resource.slice(resource.lastIndexOf('/') + 1)
