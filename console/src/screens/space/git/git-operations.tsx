import type { GitOperation, GitSync } from '@quire/contracts'
import { api } from '../../../api/client.ts'
import { usePages } from '../../../api/use-pages.ts'
import { Badge } from '../../../parts/badge.tsx'
import { More } from '../../../parts/more.tsx'
import rows from '../../../parts/rows.module.css'
import { Failure } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from './git.module.css'

/** The latest imports and exports of a space, with what came of them. They are read again after each look at the repository. */
export function GitOperations({ spaceId, sync: { checkedAt, commit } }: { spaceId: string; sync: GitSync }) {
  const words = useWordsOf('git')
  const list = usePages(['state', spaceId, 'git-operations', checkedAt, commit], (page, signal) =>
    api.get('/v1/spaces/{spaceId}/git/operations', { params: { spaceId }, query: { limit: 10, page }, signal }),
  )
  if (list.error) return <Failure error={list.error} retry={() => void list.refetch()} />
  if (list.items.length === 0) return null
  return (
    <>
      <h3>{words.operations}</h3>
      <ul className={rows.rows}>
        {list.items.map((one) => (
          <Operation key={one.id} operation={one} />
        ))}
      </ul>
      <More list={list} />
    </>
  )
}

function Operation({ operation }: { operation: GitOperation }) {
  const words = useWordsOf('git')
  const { direction, state, commit, startedAt, error } = operation
  return (
    <li className={rows.row}>
      <span className={rows.main}>
        <span className={rows.title}>{words.directionNames[direction]}</span>
        <span className={rows.detail}>
          {commit && `${commit.slice(0, 7)} · `}
          <Time at={startedAt} />
        </span>
        {error && (
          <span className={styles.reason} lang="en" dir="ltr">
            {error}
          </span>
        )}
      </span>
      <Badge kind={kinds[state]}>{words.operationStates[state]}</Badge>
    </li>
  )
}

const kinds = { pending: 'plain', running: 'info', success: 'success', failure: 'danger', cancelled: 'plain' } as const
