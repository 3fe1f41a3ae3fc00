import type { changeRequestOperations } from '@quire/contracts'
import { api } from '../../api/client.ts'

type Body = (typeof changeRequestOperations)['updateChangeRequestContent']['body']['_zod']['input']
export type ContentChange = Body['changes'][number]

/** Applies changes to the content of a change request, all or none; returns what they created. */
export async function changeContent(
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string },
  changes: ContentChange[],
  sending: { keepalive?: boolean; signal?: AbortSignal | undefined } = {},
) {
  const answer = await api.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content', {
    params: { spaceId, changeRequestId },
    query: { compat: false },
    body: { changes },
    ...sending,
  })
  if ('changeRequest' in answer) return answer
  throw new Error('The server answered in the published form, which was not asked for.')
}

/** Returns the id of the page that changes have created. */
export function createdPage(changes: Awaited<ReturnType<typeof changeContent>>['changes']): string {
  const created = changes.find(({ object }) => object === 'created_page')
  if (created?.object !== 'created_page') throw new Error('The server inserted no page.')
  return created.page.id
}
