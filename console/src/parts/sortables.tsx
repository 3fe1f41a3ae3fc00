import {
  autoScrollForElements,
  autoScrollWindowForElements,
} from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useWordsOf } from '../words/words.ts'
import { isPossible, type Move, pathTo, type SortableItem } from './moves.ts'
import { scrollerOf } from './scroller-of.ts'
import { type Sorting, SortingContext } from './sortable-context.ts'

interface SortablesProps {
  /** The entries in their order, as the rows inside show them. */
  items: readonly SortableItem[]
  /** Moves an entry; absent if the person may not. A rejected promise is announced, and the caller shows why. */
  onMove: ((move: Move) => Promise<unknown>) | undefined
  /** False for moves that make no sense here; an entry never goes below itself. */
  mayMove: (move: Move) => boolean
  children: ReactNode
}

/**
 * Stands around rows that people sort by dragging, by Alt with arrow keys, and by the entries of a menu
 * (`SortableRow`, `MoveItems`). Screen readers are told where an entry went.
 */
export function Sortables({ items, onMove, mayMove, children }: SortablesProps) {
  const words = useWordsOf('parts')
  const place = useRef<HTMLDivElement>(null)
  const moved = useRef<string>(undefined)
  const [announcement, announce] = useState('')
  const titleOf = (id: string) => pathTo(items, id)?.at(-1)?.title ?? ''
  const queue = useRef(Promise.resolve())
  const sorting: Sorting = useMemo(
    () => ({
      items,
      isFixed: onMove === undefined,
      mayMove: (move: Move) => isPossible(items, move) && mayMove(move),
      async move(move: Move) {
        moved.current = move.item
        const [item, target] = [titleOf(move.item), titleOf(move.target)]
        await onMove?.(move).then(
          () => announce(words.moved[move.where](item, target)),
          () => announce(words.notMoved(item)),
        )
      },
      moveNext(find: (sorting: Sorting) => Move | undefined) {
        queue.current = queue.current.then(async () => {
          const move = find(latest.current)
          if (!move) return
          await latest.current.move(move)
          await nextFrame()
        })
      },
    }),
    [items, onMove, mayMove, words],
  )
  const latest = useRef(sorting)
  latest.current = sorting

  useEffect(() => {
    const scroller = scrollerOf(place.current)
    return scroller ? autoScrollForElements({ element: scroller }) : autoScrollWindowForElements()
  }, [])

  // An element that is put elsewhere loses the focus, and whoever moves an entry by keys wants to go on.
  useEffect(() => {
    const id = moved.current
    if (id === undefined || items.length === 0 || document.activeElement !== document.body) return
    const row = place.current?.querySelector(`[data-sortable="${CSS.escape(id)}"]`)
    row?.querySelector<HTMLElement>('[aria-haspopup], a, button')?.focus()
  }, [items])

  return (
    <div ref={place}>
      <SortingContext value={sorting}>{children}</SortingContext>
      <p role="status" className="hidden-text">
        {announcement}
      </p>
    </div>
  )
}

/** Resolves once what has changed is on the screen. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
