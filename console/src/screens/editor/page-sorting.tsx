import { type ReactNode, useMemo } from 'react'
import type { Move, SortableItem } from '../../parts/moves.ts'
import { Sortables } from '../../parts/sortables.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWords } from '../../words/words.ts'
import { childrenOf, type Page, siblingsOf } from '../space/pages.ts'
import { placeOf } from './page-place.ts'
import { useChange } from './use-change.ts'

interface SortingProps {
  state: { spaceId: string; changeRequestId: string }
  pages: readonly Page[]
  /** The page tree, whose rows are sorted. */
  children: ReactNode
}

/** Stands around the page tree of a change request, and moves its pages. */
export function PageSorting({ state, pages, children }: SortingProps) {
  const words = useWords()
  const items = useMemo(() => sortable(pages), [pages])
  const { mutateAsync, error } = useChange(state)
  return (
    <>
      <Sortables
        items={items}
        onMove={(move) => mutateAsync(placeOf(pages, move))}
        mayMove={(move) => mayMove(pages, move)}
      >
        {children}
      </Sortables>
      {error && <Notice>{refusalText(error, words)}</Notice>}
    </>
  )
}

const sortable = (pages: readonly Page[]): SortableItem[] =>
  pages.map((page) => ({ id: page.id, title: page.title, children: sortable(childrenOf(page)) }))

/** Links hold no pages. */
const mayMove = (pages: readonly Page[], { target, where }: Move) =>
  where !== 'inside' || siblingsOf(pages, target).siblings.find(({ id }) => id === target)?.type !== 'link'
