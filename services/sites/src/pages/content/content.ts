import {
  type FoundPage,
  PublishedPage,
  publishedPageOperations,
  type TreePage,
  type VisitorClaims,
} from '@quire/contracts'
import { type Call, Refusal } from '@quire/kit'
import { LRUCache } from 'lru-cache'
import { type SpaceTree, spaceTree } from './space-tree.ts'

/** What content has of spaces. Texts are for one visitor: by `claims` content leaves out what is for others. */
export interface ContentSource {
  tree(call: Call, at: RevisionAddress): Promise<SpaceTree>
  page(call: Call, at: RevisionAddress, wanted: { pageId: string; claims: VisitorClaims }): Promise<PublishedPage>
  /** The markdown of pages, by id. */
  texts(call: Call, at: RevisionAddress, wanted: TextsWanted): Promise<ReadonlyMap<string, string>>
  /** Where the bytes of a file are for an hour; undefined where there is no such file, or not for the visitor. */
  file(call: Call, at: RevisionAddress, wanted: { fileId: string; claims: VisitorClaims }): Promise<string | undefined>
  search(call: Call, organizationId: string, query: SearchIn): Promise<FoundPage[]>
}

interface RevisionAddress {
  spaceId: string
  revision: string
}

interface TextsWanted {
  pages: readonly string[]
  claims: VisitorClaims
}

interface SearchIn {
  claims: VisitorClaims
  query: string
  spaces: string[]
  limit: number
}

const treeBytes = 48 * 1024 ** 2
/** About what a page takes beside its texts. */
const pageBytes = 500
const lengthOf = ({ title, variables }: TreePage) => title.length + JSON.stringify(variables ?? {}).length
const mostTextsAtOnce = 100

const { listPublishedPages, listPublishedTexts, getPublishedFile, searchPublishedSpaces } = publishedPageOperations

/** Reads content through its internal operations; trees are kept, and asked for once where many want the same. */
export function contentSource(): ContentSource {
  const trees = new LRUCache<string, SpaceTree, { call: Call; at: RevisionAddress }>({
    maxSize: treeBytes,
    sizeCalculation: ({ pages }) => 100 + pages.reduce((sum, page) => sum + pageBytes + 2 * lengthOf(page), 0),
    fetchMethod: (_, __, { context: { call, at } }) => readTree(call, at),
    // Whoever waits for a tree gets it, though there may be no room to keep it.
    ignoreFetchAbort: true,
  })

  async function readTree(call: Call, { spaceId, revision }: RevisionAddress) {
    const answer = await call('listPublishedPages', { params: { spaceId, revisionId: revision } })
    return spaceTree(listPublishedPages.replies[200].parse(answer))
  }

  return {
    tree: (call, at) => trees.forceFetch(`${at.spaceId} ${at.revision}`, { context: { call, at } }),
    async page(call, { spaceId, revision }, { pageId, claims }) {
      const params = { spaceId, revisionId: revision, pageId }
      return PublishedPage.parse(await call('getPublishedPage', { params, body: { claims } }))
    },
    async texts(call, { spaceId, revision }, { pages, claims }) {
      const found = new Map<string, string>()
      for (let left = [...pages]; left.length > 0; ) {
        const body = { claims, pages: left.slice(0, mostTextsAtOnce) }
        const answer = await call('listPublishedTexts', { params: { spaceId, revisionId: revision }, body })
        const texts = Object.entries(listPublishedTexts.replies[200].parse(answer).texts)
        if (texts.length === 0) break
        for (const [id, text] of texts) found.set(id, text)
        left = left.filter((id) => !found.has(id))
      }
      return found
    },
    async file(call, { spaceId, revision }, { fileId, claims }) {
      try {
        const params = { spaceId, revisionId: revision, fileId }
        const answer = await call('getPublishedFile', { params, body: { claims } })
        return getPublishedFile.replies[200].parse(answer).url
      } catch (error) {
        if (error instanceof Refusal && error.status === 404) return undefined
        throw error
      }
    },
    async search(call, organizationId, body) {
      const answer = await call('searchPublishedSpaces', { params: { organizationId }, body })
      return searchPublishedSpaces.replies[200].parse(answer).pages
    },
  }
}
