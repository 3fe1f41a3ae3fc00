import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { api } from '../api/client.ts'
import { workspaceQuery } from '../api/queries.ts'
import type { Move, SortableItem } from '../parts/moves.ts'
import { Sortables } from '../parts/sortables.tsx'
import { Notice, refusalText } from '../parts/states.tsx'
import { useWords } from '../words/words.ts'
import { type Branches, type CreationRights, childrenOf, mayMove } from './branches.ts'
import { WorkspaceRow } from './workspace-row.tsx'

interface OrderProps extends Branches, CreationRights {
  organizationId: string
  children: (row: typeof WorkspaceRow) => ReactNode
}

/** Stands around the tree of collections and spaces, and moves them. */
export default function WorkspaceOrder({ organizationId, collections, spaces, mayCreateAtTop, children }: OrderProps) {
  const words = useWords()
  const queries = useQueryClient()
  const branches = useMemo(() => ({ collections, spaces, mayCreateAtTop }), [collections, spaces, mayCreateAtTop])
  const items = useMemo(() => sortable(branches, undefined, words.untitled), [branches, words])
  const { mutateAsync, error } = useMutation({
    mutationFn: (move: Move) => sendMove(branches, move),
    onSuccess: () => queries.invalidateQueries(workspaceQuery(organizationId)),
  })
  return (
    <>
      <Sortables items={items} onMove={mutateAsync} mayMove={(move) => mayMove(branches, move)}>
        {children(WorkspaceRow)}
      </Sortables>
      {error && <Notice>{refusalText(error, words)}</Notice>}
    </>
  )
}

const sortable = (branches: Branches, parent: string | undefined, untitled: string): SortableItem[] =>
  childrenOf(branches, parent).map(({ id, title, object }) => ({
    id,
    title: title || untitled,
    ...(object === 'collection' && { children: sortable(branches, id, untitled) }),
  }))

/** Moves a space or collection beside another one, to the end of a collection, or out of one. */
function sendMove({ collections, spaces }: Branches, { item, target, where }: Move): Promise<unknown> {
  const neighbour = [...collections, ...spaces].find(({ id }) => id === target)
  const isSpace = spaces.some(({ id }) => id === item)
  const pointer =
    neighbour?.object === 'space'
      ? { type: 'space' as const, space: target }
      : { type: 'collection' as const, collection: target }
  const position = where === 'before' ? { before: pointer } : { after: pointer }
  // A space that leaves its collection goes behind the other spaces: none is beside a collection.
  const beside = isSpace === (neighbour?.object === 'space') ? { position } : {}
  const body = where === 'inside' ? { parent: target } : { parent: neighbour?.parent ?? null, ...beside }
  if (isSpace) return api.post('/v1/spaces/{spaceId}/move', { params: { spaceId: item }, body })
  return api.post('/v1/collections/{collectionId}/move', { params: { collectionId: item }, body })
}
