import type { ContentLocation, Space } from '@quire/contracts'
import { viewOf } from '../pages/content.present.ts'
import type { OpenRevision } from '../pages/open-revision.ts'
import type { View } from '../pages/pages.present.ts'
import { loadPagePaths } from '../storage/revisions/page-paths.ts'
import type { FileEntry, PageEntry, ReusableContentEntry } from '../storage/revisions/revision-entries.ts'
import { getMany } from '../storage/trees/tree-reads.ts'
import type { LinksContext } from './context.ts'

/** The content of one space, with what its resources are presented with. */
export interface SpaceContent {
  open: OpenRevision
  space: Space
  versionContext?: Extract<ContentLocation, { kind: 'page' }>['versionContext']
}

/** Requested resources of one space, by id. */
export interface LoadedContent extends SpaceContent {
  view: View
  pages: Map<string, PageEntry>
  paths: Map<string, string>
  files: Map<string, FileEntry>
  reusables: Map<string, ReusableContentEntry>
}

export type PresentContext = Pick<LinksContext, 'sql' | 'deps' | 'access' | 'caller'>

/** Loads the resources of a space at some addresses. */
export async function loadContent(
  context: PresentContext,
  content: SpaceContent,
  resources: readonly string[],
): Promise<LoadedContent> {
  const { storage, revision } = content.open
  const { nodes } = storage
  const { roots } = revision
  const idsIn = (prefix: string) => [...new Set(resources.filter((one) => one.startsWith(prefix)).map(idOf))]
  const pages = await getMany(nodes, roots.pages, idsIn('/pages/'))
  return {
    ...content,
    view: viewOf(context, content.open, {}),
    pages,
    paths: await loadPagePaths(nodes, context.deps.caches.pageLocations, roots.pages, [...pages.keys()]),
    files: await getMany(nodes, roots.files, idsIn('/files/')),
    reusables: await getMany(nodes, roots.reusables, idsIn('/reusable-contents/')),
  }
}

/** Returns the id at the end of a resource's address. */
export const idOf = (resource: string) => resource.slice(resource.lastIndexOf('/') + 1)
