import { createContext, useContext } from 'react'
import type { Move, SortableItem } from './moves.ts'

export interface Sorting {
  items: readonly SortableItem[]
  /** True if nothing can be moved, because the person may not. */
  isFixed: boolean
  mayMove: (move: Move) => boolean
  move: (move: Move) => Promise<void>
  /** Finds a move and makes it once the moves before it have ended and are shown: keys may come faster than answers. */
  moveNext: (find: (sorting: Sorting) => Move | undefined) => void
}

export const SortingContext = createContext<Sorting | undefined>(undefined)

/** Returns the list or tree that an element is sorted in. */
export function useSorting(): Sorting {
  const sorting = useContext(SortingContext)
  if (!sorting) throw new Error('There is no list to sort around this element.')
  return sorting
}
