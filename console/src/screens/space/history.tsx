import { faClockRotateLeft } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest } from '@quire/contracts'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { buttonClass } from '../../parts/button.tsx'
import { More } from '../../parts/more.tsx'
import { Avatar } from '../../parts/person.tsx'
import rows from '../../parts/rows.module.css'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from '../changes/change-list.module.css'
import { useChangeList } from '../changes/use-change-list.ts'

type Merged = ChangeRequest & { revisionMerged: string }

/** Lists the merged change requests of a space, newest first; any two of the versions can be compared. */
export function History() {
  const words = useWordsOf('reading')
  useTitle(words.history)
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/history' })
  const list = useChangeList({ spaceId }, { status: 'merged' })
  const versions = list.items
    .filter((one): one is Merged => one.revisionMerged !== undefined)
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt))
  const [chosen, setChosen] = useState<string[]>([])
  const choose = (revision: string) =>
    setChosen(chosen.includes(revision) ? chosen.filter((one) => one !== revision) : [...chosen, revision].slice(-2))
  if (list.error) return <Failure error={list.error} retry={() => void list.refetch()} />
  if (list.isPending || list.isPlaceholderData) return <Loading />
  if (versions.length === 0)
    return (
      <main className={styles.main}>
        <h1 className="hidden-text">{words.history}</h1>
        <Empty icon={faClockRotateLeft} title={words.noHistory}>
          {words.noHistoryHint}
        </Empty>
      </main>
    )
  // The list is newest first, so the last of the chosen is the older one.
  const [after, before] = versions.map(({ revisionMerged }) => revisionMerged).filter((one) => chosen.includes(one))
  return (
    <main className={`${styles.main} ${styles.list}`}>
      <h1 className="hidden-text">{words.history}</h1>
      <div className={styles.tools}>
        <p className={rows.detail}>{words.compareHint}</p>
        {before && after && (
          <Link
            to="/s/$spaceId/compare"
            params={{ spaceId }}
            search={{ before, after }}
            className={buttonClass('primary')}
          >
            {words.compare}
          </Link>
        )}
      </div>
      <ol className={rows.rows}>
        {versions.map((one) => (
          <Version
            key={one.id}
            version={one}
            isChosen={chosen.includes(one.revisionMerged)}
            onChoose={() => choose(one.revisionMerged)}
          />
        ))}
      </ol>
      <More list={list} />
    </main>
  )
}

interface VersionProps {
  version: Merged
  isChosen: boolean
  onChoose: () => void
}

function Version({ version, isChosen, onChoose }: VersionProps) {
  const words = useWordsOf('reading')
  const { id, space, number, subject, createdBy, updatedAt, revisionMerged } = version
  const name = subject || words.untitled
  return (
    <li className={rows.row}>
      <input type="checkbox" checked={isChosen} onChange={onChoose} aria-label={words.compareVersion(name)} />
      <Avatar person={createdBy} />
      <span className={rows.main}>
        <Link
          to="/s/$spaceId/changes/$changeRequestId"
          params={{ spaceId: space, changeRequestId: id }}
          className={rows.title}
        >
          {name}
        </Link>
        <span className={rows.detail}>
          #{number} · {createdBy.displayName} · <Time at={updatedAt} />
        </span>
      </span>
      <Link
        to="/s/$spaceId/revisions/$revisionId"
        params={{ spaceId: space, revisionId: revisionMerged }}
        className={buttonClass('quiet')}
      >
        {words.readRevision}
      </Link>
    </li>
  )
}
