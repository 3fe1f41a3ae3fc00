import {
  type FoundPage,
  PublishedPage,
  publishedPageOperations,
  type TreePage,
  type VisitorClaims,
} from '@quire/contracts'
import { type Call, Refusal } from '@quire/kit'
import { LRUCache } from 'lru-cache'

/** What content has of spaces. Texts are for one visitor: by `claims` content leaves out what is for others. */
export interface ContentSource {
  /** Every page of a revision, which never changes, parents first; for all visitors, with the pages' conditions. */
  tree(call: Call, at: RevisionAddress): Promise<readonly TreePage[]>
  page(call: Call, at: RevisionAddress, wanted: { pageId: string; claims: VisitorClaims }): Promise<PublishedPage>
  /** The markdown of pages, by id. */
  texts(call: Call, at: RevisionAddress, wanted: TextsWanted): Promise<ReadonlyMap<string, string>>
  /** Where the bytes of a file are for an hour; undefined where there is no such file. */
  file(call: Call, at: RevisionAddress, fileId: string): Promise<string | undefined>
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
const pageBytes = 400
const lengthOf = ({ title, variables }: TreePage) => title.length + JSON.stringify(variables ?? {}).length
const mostTextsAtOnce = 100

const { listPublishedPages, listPublishedTexts, getPublishedFile, searchPublishedSpaces } = publishedPageOperations

/** Reads content through its internal operations; trees are kept, and asked for once where many want the same. */
export function contentSource(): ContentSource {
  const trees = new LRUCache<string, readonly TreePage[]>({
    maxSize: treeBytes,
    sizeCalculation: (pages) => 100 + pages.reduce((sum, page) => sum + pageBytes + 2 * lengthOf(page), 0),
  })
  const underWay = new Map<string, Promise<readonly TreePage[]>>()

  async function readTree(call: Call, { spaceId, revision }: RevisionAddress) {
    const answer = await call('listPublishedPages', { params: { spaceId, revisionId: revision } })
    const { pages } = listPublishedPages.replies[200].parse(answer)
    trees.set(`${spaceId} ${revision}`, pages)
    return pages
  }

  return {
    async tree(call, at) {
      const name = `${at.spaceId} ${at.revision}`
      const known = trees.get(name) ?? underWay.get(name)
      if (known) return known
      const reading = readTree(call, at).finally(() => underWay.delete(name))
      underWay.set(name, reading)
      return reading
    },
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
    async file(call, { spaceId, revision }, fileId) {
      try {
        const answer = await call('getPublishedFile', { params: { spaceId, revisionId: revision, fileId } })
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
