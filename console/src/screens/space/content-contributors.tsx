import type { ContentContributor } from '@quire/contracts'
import { api } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { More } from '../../parts/more.tsx'
import { Person } from '../../parts/person.tsx'
import { Failure } from '../../parts/states.tsx'
import { useNear } from '../../parts/use-near.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from './content-contributors.module.css'
import { stateKey } from './space-queries.ts'

interface ContributorsProps {
  spaceId: string
  /** The page whose contributors are shown; without it, those of the space. */
  pageId?: string
}

const limit = 30

/** Names the people whose changes went live; nothing while there is nobody. The list is read when it comes near. */
export function ContentContributors({ spaceId, pageId }: ContributorsProps) {
  const words = useWordsOf('reading')
  const [isNear, ref] = useNear()
  const list = usePages(
    [...stateKey({ spaceId }), 'contributors', pageId ?? ''],
    (page, signal) => {
      const query = { limit, page }
      if (pageId === undefined)
        return api.get('/v1/spaces/{spaceId}/contributors', { params: { spaceId }, query, signal })
      const params = { spaceId, pageId }
      return api.get('/v1/spaces/{spaceId}/content/page/{pageId}/contributors', { params, query, signal })
    },
    { enabled: isNear },
  )
  if (list.error) return <Failure error={list.error} retry={() => void list.refetch()} />
  // Forgets the contributors of the page before, who had no part in this one.
  const people = list.isPlaceholderData ? [] : peopleOf(list.items)
  if (people.length === 0 && !list.hasNextPage) return <span ref={ref} />
  return (
    <section ref={ref} className={styles.contributors} aria-label={words.contributors}>
      <h2>{words.contributors}</h2>
      <ul>
        {people.map((person) => (
          <li key={person.id}>
            <Person person={person} />
          </li>
        ))}
      </ul>
      <More list={list} />
    </section>
  )
}

/** Returns each of the contributors once; authors of commits are known by their names. */
const peopleOf = (contributors: readonly ContentContributor[]) => [
  ...new Map(
    contributors.map(({ user, author = '' }) => {
      const person = user ?? { id: `author/${author}`, displayName: author }
      return [person.id, person] as const
    }),
  ).values(),
]
