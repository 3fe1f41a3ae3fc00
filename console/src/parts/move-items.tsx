import { faArrowDown, faArrowUp, faIndent, faOutdent, type IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { useWordsOf } from '../words/words.ts'
import { MenuItem } from './menu.tsx'
import { type Move, movesInto, pathTo, stepsOf } from './moves.ts'
import { useSorting } from './sortable-context.ts'

interface MoveItemsProps {
  id: string
  /** True if the menu names all that the entry may go into: steps do not lead everywhere. */
  leadsEverywhere?: boolean
}

/** The entries of a menu that move an entry of `Sortables` by one step; none if nothing can be moved. */
export function MoveItems({ id, leadsEverywhere = false }: MoveItemsProps) {
  const words = useWordsOf('parts')
  const { items, isFixed, mayMove, move } = useSorting()
  if (isFixed) return null
  const { up, down, into, out } = stepsOf(items, id, mayMove)
  const others = leadsEverywhere ? movesInto(items, id, mayMove).filter(({ target }) => target !== into?.target) : []
  const titleOf = (step: Move) => pathTo(items, step.target)?.at(-1)?.title ?? ''
  const entry = (step: Move | undefined, icon: IconDefinition, text: (title: string) => string, key: string) =>
    step && (
      <MenuItem icon={icon} onSelect={() => move(step)} shortcut={`Alt ${key}`}>
        {text(titleOf(step))}
      </MenuItem>
    )
  return (
    <>
      {entry(up, faArrowUp, () => words.moveUp, '↑')}
      {entry(down, faArrowDown, () => words.moveDown, '↓')}
      {entry(into, faIndent, words.moveInto, '→')}
      {others.map((one) => (
        <MenuItem key={one.target} icon={faIndent} onSelect={() => move(one)}>
          {words.moveInto(titleOf(one))}
        </MenuItem>
      ))}
      {entry(out, faOutdent, words.moveOut, '←')}
    </>
  )
}
