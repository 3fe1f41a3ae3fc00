import { faBell } from '@fortawesome/free-solid-svg-icons'
import type { Notification } from '@quire/contracts'
import { useMutation, useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { unreadQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import rows from '../../parts/rows.module.css'
import { Screen } from '../../parts/screen.tsx'
import { Empty, Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { NotificationRow } from './notification-row.tsx'
import styles from './notifications.module.css'
import { notificationsQuery } from './notifications-queries.ts'

/** Lists the notifications of the person in an organization, newest first. Opening an entry marks it as read. */
export function Notifications() {
  const words = useWordsOf('notifications')
  const { organizationId } = useParams({ from: '/signed-in/frame/o/$organizationId/notifications' })
  const [onlyUnread, setOnlyUnread] = useState(false)
  const list = useSuspenseInfiniteQuery(notificationsQuery(organizationId, onlyUnread))
  const items = list.data.pages.flatMap((page) => page.items)
  const read = useRead(organizationId)
  const newest = items[0]
  return (
    <Screen
      title={words.notifications}
      actions={
        newest && (
          <Button busy={read.isPending} onClick={() => read.mutate({ upTo: newest.id })}>
            {words.markAllRead}
          </Button>
        )
      }
    >
      <label className={styles.tools}>
        <input type="checkbox" checked={onlyUnread} onChange={({ target }) => setOnlyUnread(target.checked)} />
        {words.onlyUnread}
      </label>
      {read.error && <Notice>{refusalText(read.error, words)}</Notice>}
      {items.length === 0 ? (
        <Empty icon={faBell} title={words.noNotifications}>
          {words.noNotificationsHint}
        </Empty>
      ) : (
        <ul className={rows.rows}>
          {items.map((one) => (
            <li key={one.id}>
              <NotificationRow notification={one} onOpen={() => isUnread(one) && read.mutate({ ids: [one.id] })} />
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <p className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {words.loadMore}
          </Button>
        </p>
      )}
    </Screen>
  )
}

const isUnread = ({ readAt }: Notification) => readAt === undefined

/** Marks notifications as read; the answer is the new count beside the bell. */
function useRead(organizationId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { ids: string[] } | { upTo: string }) =>
      api.post('/v1/orgs/{organizationId}/notifications/read', { params: { organizationId }, body }),
    async onSuccess(unread) {
      queries.setQueryData(unreadQuery(organizationId).queryKey, unread)
      await queries.invalidateQueries({ queryKey: ['notifications', organizationId] })
    },
  })
}
