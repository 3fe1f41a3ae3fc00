import type { Extension } from '@codemirror/state'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { all, spaceQuery } from '../../api/queries.ts'
import { useWordsOf } from '../../words/words.ts'
import { findPeople } from '../comments/find-people.ts'
import { pagesQuery, stateKey } from '../space/space-queries.ts'
import { completions } from './completions.ts'

/** Returns what completes a text of a change request while somebody types; it is made once. */
export function useCompletions(state: { spaceId: string; changeRequestId: string }): Extension {
  const words = useWordsOf('changes')
  const queries = useQueryClient()
  const [extension] = useState(() =>
    completions(words.blocks, {
      pages: () => queries.fetchQuery(pagesQuery(state)),
      files: () => queries.fetchQuery(filesQuery(state)),
      async people(text) {
        const { organization } = await queries.fetchQuery(spaceQuery(state.spaceId))
        return findPeople(organization, text)
      },
    }),
  )
  return extension
}

const filesQuery = (state: { spaceId: string; changeRequestId: string }) => ({
  queryKey: [...stateKey(state), 'files'],
  queryFn: () =>
    all((page) =>
      api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files', {
        params: state,
        query: { limit: 1000, page },
      }),
    ),
})
