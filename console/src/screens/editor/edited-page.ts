import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, Refused } from '../../api/client.ts'
import { changeRequestQuery } from '../changes/changes-queries.ts'
import { pagesQuery, stateKey } from '../space/space-queries.ts'
import { savesEnded } from './own-changes.ts'

export interface EditedState {
  spaceId: string
  changeRequestId: string
}

/** A page of a change request as its editor needs it. */
export interface EditedPage {
  id: string
  /** The revision that the page was read in; absent from pages that an earlier console stored on this device. */
  revision?: string | undefined
  title: string
  /** Absent like the revision. */
  slug?: string | undefined
  text: string
}

/** Thrown if no save can succeed any more: the change request is merged or archived, or does not have the page. */
export class PageEnded extends Refused {
  constructor() {
    super(404, '')
  }
}

/** Returns the revision of a change request. Throws `PageEnded` if it is merged or archived. */
async function activeRevision({ spaceId, changeRequestId }: EditedState): Promise<string> {
  const { revision, status } = await api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
    params: { spaceId, changeRequestId },
  })
  if (status === 'merged' || status === 'archived') throw new PageEnded()
  return revision
}

/** Reads a page in a revision as markdown. Throws `PageEnded` if the revision does not have it. */
export async function readIn({ spaceId }: EditedState, revision: string, id: string): Promise<EditedPage> {
  const path = '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}'
  const params = { spaceId, revisionId: revision, pageId: id }
  const page = await api.get(path, { params, query: { format: 'markdown', metadata: false } }).catch((error) => {
    throw error instanceof Refused && error.status === 404 ? new PageEnded() : error
  })
  const text = page.type === 'document' ? (page.markdown ?? '') : ''
  return { id, revision, title: page.title, slug: page.type === 'link' ? undefined : page.slug, text }
}

/** Returns the page as the change request has it now: `known` itself if nothing has changed since. Throws `PageEnded`. */
export async function readLatest(state: EditedState, known: EditedPage): Promise<EditedPage> {
  const revision = await activeRevision(state)
  return revision === known.revision ? known : readIn(state, revision, known.id)
}

/**
 * The page as it is when its editor opens, which follows it from then on; null if it cannot be edited. Then the change request
 * and its pages are loaded again, so that the screen can say why.
 */
export const editedPageQuery = (state: EditedState, pageId: string) =>
  queryOptions({
    queryKey: [...editedKey(state), pageId],
    queryFn: ({ client }) => openPage(client, state, pageId),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Begins the key of each page of a change request that is being edited. */
export const editedKey = ({ spaceId, changeRequestId }: EditedState) => ['edited', spaceId, changeRequestId] as const

async function openPage(queries: QueryClient, state: EditedState, pageId: string): Promise<EditedPage | null> {
  await savesEnded(state)
  const likely = queries.getQueryData(changeRequestQuery(state.spaceId, state.changeRequestId).queryKey)?.revision
  try {
    // Both at once: mostly the change request still has the revision that the screen has loaded.
    const [revision, page] = await Promise.all([
      activeRevision(state),
      likely === undefined ? undefined : readIn(state, likely, pageId).catch(() => undefined),
    ])
    return page?.revision === revision ? page : await readIn(state, revision, pageId)
  } catch (error) {
    if (!(error instanceof PageEnded)) throw error
    await loadAgain(queries, state)
    return null
  }
}

/**
 * Loads a change request and after it its page tree again; the result is a revision that the tree is not older than. An update
 * of a page with this `base` is refused if it would replace something that the tree does not show.
 */
export const treeBaseQuery = (state: EditedState) =>
  queryOptions({
    queryKey: ['tree-base', state.spaceId, state.changeRequestId],
    async queryFn({ client }) {
      const { revision } = await client.fetchQuery({
        ...changeRequestQuery(state.spaceId, state.changeRequestId),
        staleTime: 0,
      })
      const pages = pagesQuery(state)
      // An answer that is on its way already may be older than the revision.
      await client.cancelQueries({ queryKey: pages.queryKey, exact: true })
      await client.fetchQuery({ ...pages, staleTime: 0 })
      return revision
    },
    staleTime: 0,
    gcTime: 0,
    // Each of the two is tried again by itself.
    retry: false,
  })

/** Loads a change request and its pages again. */
export async function loadAgain(queries: QueryClient, state: EditedState): Promise<void> {
  await queries.invalidateQueries({ queryKey: ['change-request', state.spaceId, state.changeRequestId] })
  await queries.invalidateQueries({ queryKey: stateKey(state) })
}

/** Loads a change request and its pages again, and after them the page in its open editor. */
export async function reopenPage(queries: QueryClient, state: EditedState): Promise<void> {
  await loadAgain(queries, state)
  await queries.invalidateQueries({ queryKey: editedKey(state) })
}
