import { faClockRotateLeft } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest } from '@quire/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { buttonClass } from '../../parts/button.tsx'
import { Avatar } from '../../parts/person.tsx'
import rows from '../../parts/rows.module.css'
import { Empty } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from '../changes/change-list.module.css'
import { spaceChangesQuery } from '../changes/changes-queries.ts'

/** Lists the merged change requests of a space, newest first, with their authors and times. */
export function History() {
  const words = useWordsOf('reading')
  useTitle(words.history)
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/history' })
  const { data: merged } = useSuspenseQuery(spaceChangesQuery(spaceId, { status: 'merged' }))
  return (
    <main className={styles.main}>
      <h1 className="hidden-text">{words.history}</h1>
      {merged.length === 0 ? (
        <Empty icon={faClockRotateLeft} title={words.noHistory}>
          {words.noHistoryHint}
        </Empty>
      ) : (
        <ol className={rows.rows}>
          {merged
            .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
            .map((one) => (
              <Merge key={one.id} changeRequest={one} />
            ))}
        </ol>
      )}
    </main>
  )
}

function Merge({ changeRequest }: { changeRequest: ChangeRequest }) {
  const words = useWordsOf('reading')
  const { id, space, number, subject, createdBy, updatedAt, revisionMerged } = changeRequest
  return (
    <li className={rows.row}>
      <Avatar person={createdBy} />
      <span className={rows.main}>
        <Link
          to="/s/$spaceId/changes/$changeRequestId"
          params={{ spaceId: space, changeRequestId: id }}
          className={rows.title}
        >
          {subject || words.untitled}
        </Link>
        <span className={rows.detail}>
          #{number} · {createdBy.displayName} · <Time at={updatedAt} />
        </span>
      </span>
      {revisionMerged && (
        <Link
          to="/s/$spaceId/revisions/$revisionId"
          params={{ spaceId: space, revisionId: revisionMerged }}
          className={buttonClass('quiet')}
        >
          {words.readRevision}
        </Link>
      )}
    </li>
  )
}
