import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import {
  attachInstruction,
  extractInstruction,
  type Instruction,
  type Operation,
} from '@atlaskit/pragmatic-drag-and-drop-hitbox/list-item'
import { faGripVertical } from '@fortawesome/free-solid-svg-icons'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { type Move, stepsOf } from './moves.ts'
import { useSorting } from './sortable-context.ts'
import styles from './sortable-row.module.css'

interface RowProps {
  id: string
  className?: string | undefined
  /** True if the entry itself stays where it is; others are moved beside it or into it. */
  isFixed?: boolean
  /** True in a narrow tree, where the handle is over the start of the row and shows itself while the pointer is there. */
  isTight?: boolean
  children: ReactNode
}

/**
 * The row of an entry inside `Sortables`, without the rows below it. It is dragged by its handle; Alt with arrow keys
 * moves it while the focus is in it. Its menu has `MoveItems`.
 */
export function SortableRow({ id, className = '', isFixed = false, isTight = false, children }: RowProps) {
  const sorting = useSorting()
  const row = useRef<HTMLDivElement>(null)
  const handle = useRef<HTMLSpanElement>(null)
  const latest = useRef(sorting)
  latest.current = sorting
  const [isDragged, setDragged] = useState(false)
  const [drop, setDrop] = useState<Move['where']>()
  const isListFixed = sorting.isFixed
  const isDraggable = !isFixed && !isListFixed

  useEffect(() => {
    const element = row.current
    if (isListFixed || !element) return
    const onKey = (event: KeyboardEvent) => {
      if (!isMoveKey(event)) return
      event.preventDefault()
      const { key } = event
      latest.current.moveNext(({ items, mayMove }) => stepsOf(items, id, mayMove)[keys[key]])
    }
    element.addEventListener('keydown', onKey)
    const drag = (dragHandle: HTMLElement) =>
      draggable({
        element,
        dragHandle,
        getInitialData: () => ({ [itemKey]: id }),
        onDragStart: () => setDragged(true),
        onDrop: () => setDragged(false),
      })
    const stop = combine(
      ...(isDraggable && handle.current ? [drag(handle.current)] : []),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => typeof source.data[itemKey] === 'string' && source.data[itemKey] !== id,
        getData: ({ input, element, source }) =>
          attachInstruction({}, { input, element, operations: operationsOf(String(source.data[itemKey])) }),
        onDrag: ({ self }) => setDrop(whereOf(extractInstruction(self.data))),
        onDragLeave: () => setDrop(undefined),
        onDrop({ self, source, location }) {
          setDrop(undefined)
          const where = whereOf(extractInstruction(self.data))
          if (!where || location.current.dropTargets[0]?.element !== element) return
          const move = { item: String(source.data[itemKey]), target: id, where }
          // The entry may be one of another list on the screen.
          if (latest.current.mayMove(move)) void latest.current.move(move)
        },
      }),
    )
    return () => {
      stop()
      element.removeEventListener('keydown', onKey)
    }

    function operationsOf(item: string) {
      const entries = Object.entries(places) as [Operation, Move['where']][]
      return Object.fromEntries(
        entries.map(([operation, where]) => [
          operation,
          latest.current.mayMove({ item, target: id, where }) ? 'available' : 'not-available',
        ]),
      )
    }
  }, [id, isListFixed, isDraggable])

  return (
    <div
      ref={row}
      className={`${styles.row} ${className}`}
      data-sortable={id}
      data-tight={isTight || undefined}
      data-dragged={isDragged || undefined}
      data-drop={drop}
    >
      {isDraggable && (
        // The keyboard has the menu, so the handle is for pointers alone.
        <span ref={handle} className={styles.handle} aria-hidden="true">
          <Icon icon={faGripVertical} />
        </span>
      )}
      {children}
    </div>
  )
}

const itemKey = 'quire-sortable'
const places: Record<Operation, Move['where']> = {
  'reorder-before': 'before',
  'reorder-after': 'after',
  combine: 'inside',
}
const whereOf = (instruction: Instruction | null) =>
  instruction && !instruction.blocked ? places[instruction.operation] : undefined

const keys = { ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'into', ArrowLeft: 'out' } as const

/** True for the keys that move an entry; in a field, keys are the field's. */
function isMoveKey(event: KeyboardEvent): event is KeyboardEvent & { key: keyof typeof keys } {
  const { key, altKey, ctrlKey, metaKey, target } = event
  const isElsewhere = target instanceof Element && target.matches('input, textarea, select, [contenteditable]')
  return altKey && !ctrlKey && !metaKey && !isElsewhere && key in keys
}

/** The row of an entry in a narrow tree. */
export const TightRow = (props: Omit<RowProps, 'isTight'>) => <SortableRow {...props} isTight />
