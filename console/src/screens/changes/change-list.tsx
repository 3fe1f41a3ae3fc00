import { faCodePullRequest } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { meQuery, workspaceQuery } from '../../api/queries.ts'
import { More } from '../../parts/more.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Empty, Failure, Loading } from '../../parts/states.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './change-list.module.css'
import { ChangeRequestRows } from './change-request-rows.tsx'
import { type ChangesFilter, statuses } from './changes-queries.ts'
import OwnDrafts from './own-drafts.tsx'
import { type ChangesScope, useChangeList } from './use-change-list.ts'

/** The change requests of all spaces of an organization. */
export function OrganizationChanges() {
  const words = useWordsOf('changes')
  const { organizationId } = useParams({ from: '/signed-in/frame/o/$organizationId/changes' })
  const { data: workspace } = useSuspenseQuery(workspaceQuery(organizationId))
  const filter = useFilter()
  return (
    <Screen title={words.changeRequests}>
      <Filtered filter={filter} scope={{ organizationId }} spaces={workspace.spaces}>
        {words.noChangesHint}
      </Filtered>
    </Screen>
  )
}

/** The change requests of one space. */
export function SpaceChanges() {
  const words = useWordsOf('changes')
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/changes' })
  const filter = useFilter()
  return (
    <main className={styles.main}>
      <h1 className="hidden-text">{words.changeRequests}</h1>
      <Filtered filter={filter} scope={{ spaceId }}>
        {words.noChangesHint}
      </Filtered>
    </main>
  )
}

interface FilteredProps {
  filter: ChangesFilter
  scope: ChangesScope
  spaces?: readonly Space[]
  children: ReactNode
}

function Filtered({ filter, scope, spaces, children }: FilteredProps) {
  const words = useWordsOf('changes')
  const list = useChangeList(scope, filter)
  const navigate = useNavigate()
  const change = (search: object) => void navigate({ to: '.', search: (before: object) => ({ ...before, ...search }) })
  return (
    <div className={styles.list}>
      <div className={styles.tools}>
        <Tabs
          label={words.status}
          value={filter.status}
          options={statuses.map((status) => [status, words.statuses[status]] as const)}
          onChoose={(status) => change({ status })}
        />
        <label className={styles.mine}>
          <input
            type="checkbox"
            checked={filter.creator !== undefined}
            onChange={({ target }) => change({ mine: target.checked || undefined })}
          />
          {words.onlyMine}
        </label>
      </div>
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

/** Reads the filter of the address. */
function useFilter(): ChangesFilter {
  const { status, mine } = useSearch({ strict: false })
  const { data: me } = useSuspenseQuery(meQuery)
  return { status: status ?? 'open', ...(mine && { creator: me.id }) }
}
