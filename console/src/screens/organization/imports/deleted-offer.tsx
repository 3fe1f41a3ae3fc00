import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../../api/client.ts'
import { refresh, workspaceQuery } from '../../../api/queries.ts'
import { useUndo } from '../../../parts/undo.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { trashQuery } from './trash-queries.ts'

interface OfferProps {
  organizationId: string
  space: { id: string; title: string }
}

/** Offers to restore the space that was just deleted, which is opened then. */
export default function DeletedOffer({ organizationId, space }: OfferProps) {
  const words = useWordsOf('imports')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [offer, place] = useUndo()
  const restore = async () => {
    await api.post('/v1/spaces/{spaceId}/restore', { params: { spaceId: space.id } })
    await refresh(queries, trashQuery(organizationId).queryKey, workspaceQuery(organizationId).queryKey, ['changes'])
    // Ends the offer for whoever comes back to this screen.
    await navigate({ to: '/o/$organizationId', params: { organizationId }, replace: true, state: {} })
    await navigate({ to: '/s/$spaceId', params: { spaceId: space.id } })
  }
  useEffect(() => offer(words.spaceIsDeleted(space.title || words.untitled), restore), [space.id])
  return place
}
