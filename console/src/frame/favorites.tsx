import { useQuery } from '@tanstack/react-query'
import { personalSpacesQuery } from '../api/queries.ts'
import { useWords } from '../words/words.ts'
import { SpaceEntry } from './space-entry.tsx'
import styles from './workspace-tree.module.css'

/** The spaces that the person has marked, above the tree of all; nothing where there are none. */
export function Favorites({ organizationId }: { organizationId: string }) {
  const words = useWords()
  const { data } = useQuery(personalSpacesQuery(organizationId))
  if (!data || data.favorites.length === 0) return null
  return (
    <nav className={styles.favorites} aria-label={words.favorites}>
      <div className={styles.head}>
        <h2>{words.favorites}</h2>
      </div>
      <ul>
        {data.favorites.map((space) => (
          <li key={space.id}>
            <SpaceEntry space={space} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
