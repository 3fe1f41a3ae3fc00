import { faArrowDown, faArrowUp, faIndent, faOutdent, type IconDefinition } from '@fortawesome/free-solid-svg-icons'
import { useWordsOf } from '../words/words.ts'
import { MenuItem } from './menu.tsx'
import { type Move, pathTo, stepsOf } from './moves.ts'
import { useSorting } from './sortable-context.ts'

/** The entries of a menu that move an entry of `Sortables` by one step; none if nothing can be moved. */
export function MoveItems({ id }: { id: string }) {
  const words = useWordsOf('parts')
  const { items, isFixed, mayMove, move } = useSorting()
  if (isFixed) return null
  const { up, down, into, out } = stepsOf(items, id, mayMove)
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
      {entry(out, faOutdent, words.moveOut, '←')}
    </>
  )
}
