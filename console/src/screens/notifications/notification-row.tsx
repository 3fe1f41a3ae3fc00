import { faFileImport } from '@fortawesome/free-solid-svg-icons'
import type { Notification } from '@quire/contracts'
import { Link, useParams } from '@tanstack/react-router'
import { Icon } from '../../parts/icon.tsx'
import { withoutLinks } from '../../parts/markdown-links.ts'
import { Avatar } from '../../parts/person.tsx'
import rows from '../../parts/rows.module.css'
import { Time } from '../../parts/time.tsx'
import type { WordsOf } from '../../words/areas.ts'
import { useWordsOf } from '../../words/words.ts'
import { commentHash } from '../comments/aimed-comment.ts'
import styles from './notifications.module.css'

interface RowProps {
  notification: Notification
  onOpen: () => void
}

/** A notification in one line: who did what, and where; it opens what it is about. */
export function NotificationRow({ notification, onOpen }: RowProps) {
  const words = useWordsOf('notifications')
  const { organizationId } = useParams({ from: '/signed-in/frame/o/$organizationId/notifications' })
  const { actor, comment, createdAt, changeRequest, readAt, space } = notification
  const isUnread = readAt === undefined
  const about = changeRequest ? `#${changeRequest.number} ${changeRequest.subject}`.trim() : undefined
  return (
    <Link
      {...target(notification, organizationId)}
      className={rows.row}
      data-unread={isUnread || undefined}
      onClick={onOpen}
    >
      <span className={styles.sign}>{isUnread && <span className="hidden-text">{words.unreadSign}: </span>}</span>
      {actor ? <Avatar person={actor} /> : <Icon icon={faFileImport} className={rows.symbol} />}
      <span className={rows.main}>
        <span className={rows.title}>{sentence(notification, words)}</span>
        <span className={rows.detail}>
          {[space.title || words.untitled, about].filter(Boolean).join(' · ')}
          {comment?.excerpt && ` — ${withoutLinks(comment.excerpt)}`}
        </span>
      </span>
      <span className={rows.aside}>
        <Time at={createdAt} />
      </span>
    </Link>
  )
}

function sentence({ kind, actor, importRun }: Notification, words: WordsOf<'notifications'>): string {
  if (kind === 'import') return words.importEnded[importRun?.status ?? 'completed']
  return words.told[kind](actor?.displayName ?? words.someone)
}

/** Returns the screen of what a notification is about, at its comment. */
function target({ changeRequest, comment, importRun, space: { id: spaceId } }: Notification, organizationId: string) {
  // Only there it says why it failed, and what could not be read.
  if (importRun) {
    const params = { organizationId, importRunId: importRun.id }
    return { to: '/o/$organizationId/imports/$importRunId', params } as const
  }
  const hash = comment && commentHash(comment)
  if (changeRequest) {
    const params = { spaceId, changeRequestId: changeRequest.id }
    const search = comment ? { tab: 'discussion' as const } : {}
    return { to: '/s/$spaceId/changes/$changeRequestId', params, search, hash } as const
  }
  if (comment?.page) return { to: '/s/$spaceId/p/$pageId', params: { spaceId, pageId: comment.page }, hash } as const
  return { to: '/s/$spaceId', params: { spaceId } } as const
}
