import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { refresh } from '../../api/queries.ts'
import type { Page } from './pages.ts'

/** The state of a space that a screen shows: live if neither is given. */
export interface ShownState {
  spaceId: string
  changeRequestId?: string | undefined
  revisionId?: string | undefined
}

/** Begins the key of everything that depends on a state; a change of the state invalidates it. */
export const stateKey = ({ spaceId, changeRequestId, revisionId }: ShownState) =>
  ['state', spaceId, changeRequestId ?? revisionId ?? 'live'] as const

/**
 * Fetches again what depends on the content of a space, after it has changed, live or in a change request: its pages and
 * files, its change requests, which are outdated by other live content, and all lists and counts.
 */
export const refreshContent = (queries: QueryClient, spaceId: string) =>
  refresh(queries, ['state', spaceId], ['change-request', spaceId], ['changes'], ['space', spaceId], ['workspace'])

/** The page tree of a state. */
export const pagesQuery = (state: ShownState) =>
  queryOptions({
    queryKey: [...stateKey(state), 'pages'],
    queryFn: ({ signal }) => readPages(state, { query: { metadata: false }, signal }),
  })

interface PagesInput {
  /** With metadata, a page has the file that it was made from. */
  query: { metadata: boolean }
  signal: AbortSignal
}

/** Reads the page tree of a state. */
export async function readPages(state: ShownState, given: PagesInput): Promise<Page[]> {
  const { pages } = await readContent(state, given)
  return pages as Page[]
}

function readContent({ spaceId, changeRequestId, revisionId }: ShownState, given: PagesInput) {
  if (changeRequestId) {
    const params = { spaceId, changeRequestId }
    return api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages', { params, ...given })
  }
  if (revisionId)
    return api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/pages', { params: { spaceId, revisionId }, ...given })
  return api.get('/v1/spaces/{spaceId}/content/pages', { params: { spaceId }, ...given })
}

/** The languages of the renderer's own words that the console has too. */
const renderedLanguages = ['de', 'en', 'es', 'fr', 'ja', 'zh'] as const
const languageOf = (language: string) => renderedLanguages.find((one) => one === language) ?? 'en'

/** A page of a state as HTML, as sites render it. */
export const renderedQuery = (state: ShownState, pageId: string, language: string) =>
  queryOptions({
    queryKey: [...stateKey(state), 'rendered', pageId, language],
    queryFn: ({ signal }) => readRendered(state, pageId, { query: { language: languageOf(language) }, signal }),
    // Colours, formulas and diagrams that took too long come with the next answer.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.isComplete === false && dataUpdateCount < 5 ? 2000 : false,
  })

interface RenderedInput {
  query: { language: string }
  signal: AbortSignal
}

function readRendered({ spaceId, changeRequestId, revisionId }: ShownState, pageId: string, given: RenderedInput) {
  if (changeRequestId) {
    const params = { spaceId, changeRequestId, pageId }
    const path = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/rendered'
    return api.get(path, { params, ...given })
  }
  if (revisionId) {
    const params = { spaceId, revisionId, pageId }
    return api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/rendered', { params, ...given })
  }
  return api.get('/v1/spaces/{spaceId}/content/page/{pageId}/rendered', { params: { spaceId, pageId }, ...given })
}

/** A text that is not stored yet as HTML. */
export function renderText(state: ShownState, text: { markdown: string; page?: string | undefined }, language: string) {
  const { spaceId, changeRequestId: changeRequest } = state
  return api.post('/v1/spaces/{spaceId}/rendered', {
    params: { spaceId },
    query: { language: languageOf(language) },
    body: { ...text, ...(changeRequest && { changeRequest }) },
  })
}
