import { faClockRotateLeft } from '@fortawesome/free-solid-svg-icons'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { usePages } from '../../api/use-pages.ts'
import { buttonClass } from '../../parts/button.tsx'
import { More } from '../../parts/more.tsx'
import rows from '../../parts/rows.module.css'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from '../changes/change-list.module.css'
import { ContentContributors } from './content-contributors.tsx'
import { stateKey } from './space-queries.ts'
import { Version } from './version.tsx'

const limit = 50

/** Lists what went live in a space, newest first; any two of the versions can be compared. */
export function History() {
  const words = useWordsOf('reading')
  useTitle(words.history)
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/history' })
  const list = usePages([...stateKey({ spaceId }), 'history'], (page, signal) =>
    api.get('/v1/spaces/{spaceId}/revisions', { params: { spaceId }, query: { limit, page }, signal }),
  )
  const [chosen, setChosen] = useState<string[]>([])
  const choose = (revision: string) =>
    setChosen(chosen.includes(revision) ? chosen.filter((one) => one !== revision) : [...chosen, revision].slice(-2))
  if (list.error) return <Failure error={list.error} retry={() => void list.refetch()} />
  if (list.isPending || list.isPlaceholderData) return <Loading />
  const versions = list.items
  if (versions.every(({ kind }) => kind === 'create'))
    return (
      <main className={styles.main}>
        <h1 className="hidden-text">{words.history}</h1>
        <Empty icon={faClockRotateLeft} title={words.noHistory}>
          {words.noHistoryHint}
        </Empty>
      </main>
    )
  // The list is newest first, so the last of the chosen is the older one.
  const [after, before] = versions.map(({ id }) => id).filter((id) => chosen.includes(id))
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
      <ContentContributors spaceId={spaceId} />
      <ol className={rows.rows}>
        {versions.map((one, at) => (
          <Version
            key={one.id}
            spaceId={spaceId}
            version={one}
            before={versions[at + 1]?.id}
            isChosen={chosen.includes(one.id)}
            onChoose={() => choose(one.id)}
          />
        ))}
      </ol>
      <More list={list} />
    </main>
  )
}
