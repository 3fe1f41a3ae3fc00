import { useWordsOf } from '../../words/words.ts'
import styles from './outline.module.css'

interface OutlineProps {
  headings: readonly { id: string; title: string; level: number }[]
}

const deepest = 3

/** The headings of a page, each of which scrolls to its place. */
export function Outline({ headings }: OutlineProps) {
  const words = useWordsOf('reading')
  const shown = headings.filter(({ level }) => level <= deepest)
  if (shown.length === 0) return <p className={styles.none}>{words.noHeadings}</p>
  return (
    <nav aria-label={words.onThisPage}>
      <ul className={styles.outline}>
        {shown.map(({ id, title, level }) => (
          <li key={id} data-level={level}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
