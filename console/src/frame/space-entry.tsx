import { faBook } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { Link } from '@tanstack/react-router'
import { emojiOf } from '../parts/emoji.ts'
import { Icon } from '../parts/icon.tsx'
import { useWords } from '../words/words.ts'
import styles from './workspace-tree.module.css'

/** A space in the navigation, with the sign that its editors gave it. */
export function SpaceEntry({ space }: { space: Space }) {
  const words = useWords()
  const title = space.title || words.untitled
  return (
    <Link to="/s/$spaceId" params={{ spaceId: space.id }} className={styles.entry}>
      <span className={styles.symbol} aria-hidden="true">
        {space.emoji ? emojiOf(space.emoji) : <Icon icon={faBook} />}
      </span>
      <span className={styles.title} title={title}>
        {title}
      </span>
    </Link>
  )
}
