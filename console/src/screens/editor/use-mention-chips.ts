import type { Extension } from '@codemirror/state'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWordsOf } from '../../words/words.ts'
import { allPages } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'
import { mentionChips } from './mention-chips.ts'

/** Returns what shows the mentions in a text of a change request by their names; it is made once. */
export function useMentionChips(state: { spaceId: string; changeRequestId: string }): Extension {
  const words = useWordsOf('writing')
  const queries = useQueryClient()
  const [extension] = useState(() =>
    mentionChips({
      label: words.mention,
      nameAt(address) {
        const pages = queries.getQueryData(pagesQuery(state).queryKey) ?? []
        return allPages(pages).find(({ id }) => address === `/pages/${id}`)?.title
      },
    }),
  )
  return extension
}
