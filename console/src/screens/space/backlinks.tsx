import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'
import { Read } from '../../parts/read.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './outline.module.css'
import { stateKey } from './space-queries.ts'

interface BacklinksProps {
  spaceId: string
  pageId: string
}

/** The pages and reusable contents of the space that link to a page. Reusable contents have no screen to lead to. */
export function Backlinks({ spaceId, pageId }: BacklinksProps) {
  const words = useWordsOf('reading')
  const places = useQuery({
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
  return (
    <Read of={places}>
      {(found) => {
        const pages = new Map(found.flatMap((place) => (place.kind === 'page' ? [[place.page.id, place.page]] : [])))
        const contents = new Map(
          found.flatMap((place) =>
            place.kind === 'reusable-content' ? [[place.reusableContent.id, place.reusableContent]] : [],
          ),
        )
        if (pages.size + contents.size === 0) return <p className={styles.none}>{words.nothingLinksHere}</p>
        return (
          <>
            {pages.size > 0 && (
              <nav aria-label={words.linkedFrom}>
                <ul className={styles.outline}>
                  {[...pages].map(([id, { title }]) => (
                    <li key={id}>
                      <Link to="/s/$spaceId/p/$pageId" params={{ spaceId, pageId: id }}>
                        {title || words.untitled}
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
            )}
            {contents.size > 0 && (
              <section aria-label={words.linkedContents}>
                <h2 className={styles.above}>{words.linkedContents}</h2>
                <ul className={styles.outline}>
                  {[...contents].map(([id, { title }]) => (
                    <li key={id}>{title || words.untitled}</li>
                  ))}
                </ul>
              </section>
            )}
          </>
        )
      }}
    </Read>
  )
}
