import { useWords } from '../words/words.ts'
import styles from './field.module.css'
import { isNearBound } from './near-bound.ts'
import { useSettled } from './use-settled.ts'

/** A pause in typing after which the count is announced: not with each key. */
const pauseMs = 700

interface CharacterCountProps {
  /** The value of the field; a count needs a text. */
  value: unknown
  /** The most characters that the field takes: the browser cuts off the others, without a word. */
  maxLength: number | undefined
}

/** Says how much of a field is used once its bound is near; nothing where it has no bound. */
export function CharacterCount({ value, maxLength }: CharacterCountProps) {
  const words = useWords()
  const isNear = typeof value === 'string' && maxLength !== undefined && isNearBound(value.length, maxLength)
  const count = isNear ? words.charactersOf(value.length, maxLength) : ''
  const announced = useSettled(count, pauseMs)
  if (maxLength === undefined) return null
  return (
    <>
      <p className={styles.count} aria-hidden="true">
        {count}
      </p>
      <p className="hidden-text" role="status">
        {announced}
      </p>
    </>
  )
}
