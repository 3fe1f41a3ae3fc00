import { faEquals } from '@fortawesome/free-solid-svg-icons'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { buttonClass } from '../../parts/button.tsx'
import { Empty } from '../../parts/states.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import { ChangeCards } from './change-cards.tsx'
import styles from './change-list.module.css'

/** Two revisions of a space and what differs between them, page by page and word by word. */
export function Comparison() {
  const words = useWordsOf('changes')
  useTitle(words.comparison)
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/compare' })
  const { before, after } = useSearch({ from: '/signed-in/frame/s/$spaceId/compare' })
  const { data: changes } = useSuspenseQuery(comparisonQuery(spaceId, before, after))
  return (
    <main className={`${styles.main} ${styles.list}`}>
      <div className={styles.tools}>
        <h1>{words.comparison}</h1>
        <Link to="/s/$spaceId/history" params={{ spaceId }} className={buttonClass('quiet')}>
          {words.chooseVersions}
        </Link>
      </div>
      {changes.changes.length === 0 ? (
        <Empty icon={faEquals} title={words.nothingDiffers}>
          {words.nothingDiffersHint}
        </Empty>
      ) : (
        <ChangeCards
          state={{ spaceId, revisionId: after }}
          changes={changes}
          revisions={{ before, after }}
          mayEdit={false}
        />
      )}
    </main>
  )
}

const comparisonQuery = (spaceId: string, base: string, revisionId: string) =>
  queryOptions({
    queryKey: ['comparison', spaceId, base, revisionId],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      api.get('/v1/spaces/{spaceId}/revisions/{revisionId}/changes', {
        params: { spaceId, revisionId },
        query: { base, limit: 500 },
        signal,
      }),
  })
