import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'
import { Failure, Loading } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './outline.module.css'
import { stateKey } from './space-queries.ts'

interface BacklinksProps {
  spaceId: string
  pageId: string
}

/** The pages of the space that link to a page. */
export function Backlinks({ spaceId, pageId }: BacklinksProps) {
  const words = useWordsOf('reading')
  const { data, error } = useQuery({
    queryKey: [...stateKey({ spaceId }), 'backlinks', pageId],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/spaces/{spaceId}/content/page/{pageId}/backlinks', {
          params: { spaceId, pageId },
          query: { limit: 100, page },
          signal,
        }),
      ),
  })
  if (error) return <Failure error={error} />
  if (!data) return <Loading />
  const linking = new Map(data.flatMap((place) => (place.kind === 'page' ? [[place.page.id, place.page.title]] : [])))
  if (linking.size === 0) return <p className={styles.none}>{words.nothingLinksHere}</p>
  return (
    <nav aria-label={words.linkedFrom}>
      <ul className={styles.outline}>
        {[...linking].map(([id, title]) => (
          <li key={id}>
            <Link to="/s/$spaceId/p/$pageId" params={{ spaceId, pageId: id }}>
              {title || words.untitled}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
