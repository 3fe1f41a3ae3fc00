import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { spaceQuery } from '../../api/queries.ts'
import { Person } from '../../parts/person.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { Time } from '../../parts/time.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import { Comments } from '../comments/comments.tsx'
import { useCommentCount } from '../comments/comments-queries.ts'
import { ChangeActions } from './change-actions.tsx'
import styles from './change-request-screen.module.css'
import { Changes } from './changes.tsx'
import { changesQuery, followedChangeRequestQuery } from './changes-queries.ts'
import { Conflicts } from './conflicts.tsx'
import { Contributors } from './contributors.tsx'
import { listedChanges } from './listed-changes.ts'
import { Reviews } from './reviews.tsx'
import { Status } from './status.tsx'
import { Subject } from './subject.tsx'

/** A change request: what it changes, what people say of it, and what can be done with it. */
export function ChangeRequestScreen() {
  const words = useWordsOf('changes')
  const navigate = useNavigate()
  const { spaceId, changeRequestId } = useParams({ from: '/signed-in/frame/s/$spaceId/changes/$changeRequestId/' })
  const { tab = 'changes' } = useSearch({ from: '/signed-in/frame/s/$spaceId/changes/$changeRequestId/' })
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const { data: latest } = useSuspenseQuery(followedChangeRequestQuery(spaceId, changeRequestId))
  // A change request that has moved on is shown once its changes are there: nobody decides about a list of older ones.
  const before = useDeferredValue(latest)
  const changeRequest = before.id === latest.id ? before : latest
  const list = useSuspenseInfiniteQuery(changesQuery(spaceId, changeRequestId, changeRequest.revision))
  const listed = listedChanges(list.data)
  const mayComment = space.permissions.comment
  const count = useCommentCount({ spaceId, changeRequestId })
  const title = changeRequest.subject || words.untitled
  useTitle(`#${changeRequest.number} ${title}`)
  const isClosed = changeRequest.status === 'merged' || changeRequest.status === 'archived'
  return (
    <main className={styles.screen}>
      <header className={styles.head}>
        <Subject changeRequest={changeRequest} mayEdit={space.permissions.edit && !isClosed} />
        <p className={styles.facts}>
          <Status status={changeRequest.status} />
          <Person person={changeRequest.createdBy} />
          <span>
            {words.updatedAt} <Time at={changeRequest.updatedAt} />
          </span>
        </p>
      </header>
      <div className={styles.content}>
        {!isClosed && <Conflicts spaceId={spaceId} changeRequest={changeRequest} mayEdit={space.permissions.edit} />}
        {mayComment && (
          <Tabs
            label={words.partsOfChange}
            value={tab}
            options={[
              ['changes', `${words.changes} (${listed.count})`],
              ['discussion', count > 0 ? `${words.discussion} (${count})` : words.discussion],
            ]}
            onChoose={(one) =>
              void navigate({ to: '.', search: { tab: one === 'discussion' ? 'discussion' : undefined } })
            }
          />
        )}
        {tab === 'discussion' && mayComment ? (
          <Comments key={changeRequestId} target={{ spaceId, changeRequestId }} />
        ) : (
          <Changes
            spaceId={spaceId}
            changeRequest={changeRequest}
            listed={listed}
            list={list}
            mayEdit={space.permissions.edit && !isClosed}
            mayComment={mayComment}
          />
        )}
      </div>
      <aside className={styles.side} aria-label={words.besideChange}>
        <ChangeActions
          space={space}
          changeRequest={changeRequest}
          isEmpty={listed.count === 0}
          hasMovedOn={latest.revision !== changeRequest.revision}
        />
        <Reviews space={space} changeRequest={changeRequest} />
        <Contributors spaceId={spaceId} changeRequestId={changeRequestId} />
      </aside>
    </main>
  )
}
