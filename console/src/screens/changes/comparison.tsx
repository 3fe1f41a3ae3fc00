import { faEquals } from '@fortawesome/free-solid-svg-icons'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Empty } from '../../parts/states.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import { ChangeCards } from './change-cards.tsx'
import styles from './change-list.module.css'
import { comparisonQuery } from './changes-queries.ts'
import { ComparedVersions } from './compared-versions.tsx'
import { listedChanges } from './listed-changes.ts'

/** Two revisions of a space and what differs between them, page by page and word by word. */
export function Comparison() {
  const words = useWordsOf('changes')
  useTitle(words.comparison)
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/compare' })
  const { before, after } = useSearch({ from: '/signed-in/frame/s/$spaceId/compare' })
  const list = useSuspenseInfiniteQuery(comparisonQuery(spaceId, before, after))
  const listed = listedChanges(list.data)
  return (
    <main className={`${styles.main} ${styles.list}`}>
      <div className={styles.tools}>
        <h1>{words.comparison}</h1>
        <Link to="/s/$spaceId/history" params={{ spaceId }} className={buttonClass('quiet')}>
          {words.chooseVersions}
        </Link>
      </div>
      <ComparedVersions spaceId={spaceId} before={before} after={after} />
      {listed.count === 0 ? (
        <Empty icon={faEquals} title={words.nothingDiffers}>
          {words.nothingDiffersHint}
        </Empty>
      ) : (
        <ChangeCards
          state={{ spaceId, revisionId: after }}
          listed={listed}
          list={list}
          revisions={{ before, after }}
          mayEdit={false}
          wasLive
        />
      )}
    </main>
  )
}
