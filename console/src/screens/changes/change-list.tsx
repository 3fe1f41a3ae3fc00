import { faCodePullRequest } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { meQuery, spaceQuery, workspaceQuery } from '../../api/queries.ts'
import { More } from '../../parts/more.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { ChangeFilters } from './change-filters.tsx'
import styles from './change-list.module.css'
import { ChangeRequestRows } from './change-request-rows.tsx'
import { type ChangesSearch, filterOf } from './changes-search.ts'
import OwnDrafts from './own-drafts.tsx'
import { type ChangesScope, useChangeList } from './use-change-list.ts'

/** The change requests of all spaces of an organization. */
export function OrganizationChanges() {
  const words = useWordsOf('changes')
  const { organizationId } = useParams({ from: '/signed-in/frame/o/$organizationId/changes' })
  const { data: workspace } = useSuspenseQuery(workspaceQuery(organizationId))
  return (
    <Screen title={words.changeRequests}>
      <Filtered organizationId={organizationId} scope={{ organizationId }} spaces={workspace.spaces}>
        {words.noChangesHint}
      </Filtered>
    </Screen>
  )
}

/** The change requests of one space. */
export function SpaceChanges() {
  const words = useWordsOf('changes')
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/changes' })
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  return (
    <main className={styles.main}>
      <h1 className="hidden-text">{words.changeRequests}</h1>
      <Filtered organizationId={space.organization} scope={{ spaceId }}>
        {words.noChangesHint}
      </Filtered>
    </main>
  )
}

interface FilteredProps {
  organizationId: string
  scope: ChangesScope
  spaces?: readonly Space[]
  children: ReactNode
}

function Filtered({ organizationId, scope, spaces, children }: FilteredProps) {
  const words = useWordsOf('changes')
  const search: ChangesSearch = useSearch({ strict: false })
  const { data: me } = useSuspenseQuery(meQuery)
  const filter = filterOf(search, me.id)
  const list = useChangeList(scope, filter)
  return (
    <div className={styles.list}>
      <ChangeFilters organizationId={organizationId} search={search} />
      {filter.status === 'open' && <OwnDrafts scope={scope} />}
      {list.error ? (
        <Failure error={list.error} retry={() => void list.refetch()} />
      ) : list.isPending || list.isPlaceholderData ? (
        <Loading />
      ) : list.items.length === 0 ? (
        <Empty icon={faCodePullRequest} title={words.noChanges(words.statuses[filter.status])}>
          {children}
        </Empty>
      ) : (
        <>
          <ChangeRequestRows items={list.items} {...(spaces && { spaces })} />
          <More list={list} />
        </>
      )}
    </div>
  )
}
