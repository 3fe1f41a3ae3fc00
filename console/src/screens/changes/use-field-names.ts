import { queryOptions, useQueries } from '@tanstack/react-query'
import { api, Refused } from '../../api/client.ts'
import { allPages } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'
import type { FieldNames } from './field-text.ts'

/**
 * Returns the names of the pages and files that values of fields refer to, as soon as they are known, from the revisions
 * that have them; the first revision goes before the others. Values without references cost no request.
 */
export function useFieldNames(spaceId: string, revisions: readonly string[], values: readonly unknown[]): FieldNames {
  const refs = values.flatMap(refsIn)
  const isOfPages = refs.some(({ page }) => page !== undefined)
  const pages = useQueries({
    queries: revisions.map((revisionId) => ({ ...pagesQuery({ spaceId, revisionId }), enabled: isOfPages })),
  })
  const ids = [...new Set(refs.flatMap(({ file }) => file ?? []))]
  const files = useQueries({ queries: ids.map((id) => fileNameQuery(spaceId, revisions, id)) })
  const titles = pages
    .toReversed()
    .flatMap(({ data = [] }) => allPages(data).map(({ id, title }) => [id, title] as const))
  return {
    pages: new Map(titles),
    files: new Map(files.flatMap(({ data }, at) => (data ? [[ids[at] ?? '', data] as const] : []))),
  }
}

interface Ref {
  page?: string
  file?: string
}

/** Finds the references to pages and files of the space in a link or a cover. */
function refsIn(value: unknown): Ref[] {
  if (typeof value !== 'object' || value === null) return []
  const { space, page, file } = value as { space?: unknown; page?: unknown; file?: unknown }
  if (space === undefined && typeof page === 'string') return [{ page }]
  if (typeof file === 'string') return [{ file }]
  return Object.values(value).flatMap(refsIn)
}

const fileNameQuery = (spaceId: string, revisions: readonly string[], fileId: string) =>
  queryOptions({
    queryKey: ['file-name', spaceId, revisions, fileId],
    staleTime: Number.POSITIVE_INFINITY,
    async queryFn({ signal }): Promise<string | null> {
      for (const revisionId of revisions) {
        const params = { spaceId, revisionId, fileId }
        const path = '/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}'
        const found = await api.get(path, { params, query: { metadata: false }, signal }).catch(orNothing)
        if (found) return found.name
      }
      return null
    },
  })

function orNothing(error: unknown): undefined {
  if (error instanceof Refused && error.status === 404) return undefined
  throw error
}
