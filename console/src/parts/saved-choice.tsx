import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react'
import { useWordsOf } from '../words/words.ts'
import { Choice } from './field.tsx'
import { movesByKey } from './moves-by-key.ts'

interface SavedChoiceProps extends Omit<ComponentProps<typeof Choice>, 'value' | 'onChange'> {
  value: string
  /** Saves a value. Another one is ignored until that has ended; a refusal is for the caller to show. */
  onChoose: (value: string) => Promise<unknown>
}

interface Chosen {
  value: string
  isSent: boolean
}

/**
 * A choice that is saved without a button: at once if it is picked from the list. In some browsers a key changes the value
 * of a closed list; such a value is saved by Enter or with the end of the focus, and Escape takes it back.
 */
export function SavedChoice({ value, onChoose, hint, ...rest }: SavedChoiceProps) {
  const words = useWordsOf('parts')
  const [chosen, setChosen] = useState<Chosen>()
  const isMovedByKey = useRef(false)
  const isHeld = chosen !== undefined && !chosen.isSent
  const save = async (next: string) => {
    if (next === value) return setChosen(undefined)
    setChosen({ value: next, isSent: true })
    // The caller shows a refusal; the value is the old one again.
    await onChoose(next).catch(() => undefined)
    setChosen(undefined)
  }
  const press = (event: KeyboardEvent) => {
    isMovedByKey.current = movesByKey(event)
    if (!isHeld || (event.key !== 'Enter' && event.key !== 'Escape')) return
    event.preventDefault()
    if (event.key === 'Enter') void save(chosen.value)
    else setChosen(undefined)
  }
  return (
    <Choice
      {...rest}
      hint={isHeld ? words.enterSaves : hint}
      value={chosen?.value ?? value}
      aria-busy={chosen?.isSent || undefined}
      onKeyDown={press}
      onPointerDown={() => {
        isMovedByKey.current = false
      }}
      onBlur={() => {
        if (isHeld) void save(chosen.value)
      }}
      onChange={({ target }) => {
        if (chosen?.isSent) return
        if (isMovedByKey.current) setChosen({ value: target.value, isSent: false })
        else void save(target.value)
      }}
    />
  )
}
