import { hash } from 'node:crypto'
import {
  type FoundPage,
  PublishedPage,
  type PublishedTree,
  publishedPageOperations,
  type TreePage,
  type VisitorClaims,
} from '@quire/contracts'
import { type Call, Refusal } from '@quire/kit'
import { LRUCache } from 'lru-cache'

/** The pages of a revision, which never changes, parents first; for all visitors, with the pages' conditions. */
interface SpaceTree extends PublishedTree {
  /** The pages with conditions. */
  conditional: readonly TreePage[]
  /** The spaces that pages of type `link` lead to. */
  linkedSpaces: readonly string[]
  /**
   * A hash of everything that a page shows of others in its space. It is equal for two revisions that differ only in
   * texts, in times of changes, or in conditions, whose effect `shapeFor` adds.
   */
  shape: string
}

/** Prepares the pages of a revision. */
export const spaceTree = (tree: PublishedTree): SpaceTree => ({
  ...tree,
  conditional: tree.pages.filter(({ condition }) => condition !== undefined),
  linkedSpaces: [
    ...new Set(tree.pages.flatMap(({ target }) => (target && 'space' in target ? (target.space ?? []) : []))),
  ],
  shape: hash('sha256', JSON.stringify(tree.pages.map(visibleParts)), 'base64url'),
})

const visibleParts = ({ text: _, updatedAt: __, condition: ___, variables: ____, ...page }: TreePage) => page

/** Returns the shape of a tree as a visitor sees it. */
export const shapeFor = (
  { conditional, shape }: SpaceTree,
  { holds }: { holds: (condition: string, variables?: TreePage['variables']) => boolean },
): string =>
  [
    shape,
    ...conditional.filter(({ condition = '', variables }) => holds(condition, variables)).map(({ id }) => id),
  ].join(' ')

/** Reads the content of spaces. Texts are for one visitor: content omits the parts that `claims` do not admit. */
export interface ContentSource {
  tree(call: Call, at: RevisionAddress): Promise<SpaceTree>
  page(call: Call, at: RevisionAddress, wanted: PageWanted): Promise<PublishedPage>
  /** Returns the markdown of pages, by id. */
  texts(call: Call, at: RevisionAddress, wanted: TextsWanted): Promise<ReadonlyMap<string, string>>
  /**
   * Returns an address of a file's bytes that is valid for an hour; undefined if the file does not exist, or if neither
   * a page that the visitor sees nor the site's settings refer to it.
   */
  file(call: Call, at: RevisionAddress, wanted: FileWanted): Promise<string | undefined>
  search(call: Call, organizationId: string, query: SearchIn): Promise<FoundPage[]>
}

interface RevisionAddress {
  spaceId: string
  revision: string
}

interface PageWanted {
  pageId: string
  claims: VisitorClaims
  /** True to find out who changed the page last. */
  withAuthor?: boolean
}

interface TextsWanted {
  pages: readonly string[]
  claims: VisitorClaims
}

interface FileWanted {
  fileId: string
  claims: VisitorClaims
  isLinkedBySite: boolean
}

interface SearchIn {
  claims: VisitorClaims
  query: string
  spaces: string[]
  limit: number
}

const maxTreeBytes = 24 * 1024 ** 2
/** Approximate size of a page in a tree without its texts. */
const pageBytes = 400
const lengthOf = ({ title, variables }: TreePage) => title.length + JSON.stringify(variables ?? {}).length
const maxTextsPerRequest = 100

const { listPublishedPages, listPublishedTexts, getPublishedFile, searchPublishedSpaces } = publishedPageOperations

/**
 * Reads content through its internal operations. Trees are cached, and concurrent requests for a tree share one fetch.
 */
export function contentSource(): ContentSource {
  const trees = new LRUCache<string, SpaceTree, { call: Call; at: RevisionAddress }>({
    maxSize: maxTreeBytes,
    sizeCalculation: ({ pages }) => 100 + pages.reduce((sum, page) => sum + pageBytes + 2 * lengthOf(page), 0),
    fetchMethod: (_, __, { context: { call, at } }) => readTree(call, at),
    // A caller that waits for a tree gets it, even if the cache has no room for it.
    ignoreFetchAbort: true,
  })

  async function readTree(call: Call, { spaceId, revision }: RevisionAddress) {
    const answer = await call('listPublishedPages', { params: { spaceId, revisionId: revision } })
    return spaceTree(listPublishedPages.replies[200].parse(answer))
  }

  return {
    tree: (call, at) => trees.forceFetch(`${at.spaceId} ${at.revision}`, { context: { call, at } }),
    async page(call, { spaceId, revision }, { pageId, ...body }) {
      const params = { spaceId, revisionId: revision, pageId }
      return PublishedPage.parse(await call('getPublishedPage', { params, body }))
    },
    async texts(call, { spaceId, revision }, { pages, claims }) {
      const found = new Map<string, string>()
      for (let left = [...pages]; left.length > 0; ) {
        const body = { claims, pages: left.slice(0, maxTextsPerRequest) }
        const answer = await call('listPublishedTexts', { params: { spaceId, revisionId: revision }, body })
        const texts = Object.entries(listPublishedTexts.replies[200].parse(answer).texts)
        if (texts.length === 0) break
        for (const [id, text] of texts) found.set(id, text)
        left = left.filter((id) => !found.has(id))
      }
      return found
    },
    async file(call, { spaceId, revision }, { fileId, ...body }) {
      try {
        const params = { spaceId, revisionId: revision, fileId }
        const answer = await call('getPublishedFile', { params, body })
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
