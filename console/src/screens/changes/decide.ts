import type { ChangeRequest } from '@quire/contracts'
import type { QueryClient } from '@tanstack/react-query'
import { Refused, RefusedHere } from '../../api/client.ts'
import { changeRequestQuery } from './changes-queries.ts'

/**
 * Sends a decision about the revision of a change request that the person sees. If it is refused because the change
 * request has another one by now, loads that, and throws `movedOn` in place of the server's sentence.
 */
export async function decide<T>(
  queries: QueryClient,
  { space, id, revision }: Pick<ChangeRequest, 'space' | 'id' | 'revision'>,
  movedOn: string,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Refused && error.status === 409)) throw error
    const now = await queries.fetchQuery({ ...changeRequestQuery(space, id), staleTime: 0 })
    throw now.revision === revision ? error : new RefusedHere(movedOn)
  }
}
