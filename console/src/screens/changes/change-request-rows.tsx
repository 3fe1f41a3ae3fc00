import { faComment } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest, Space } from '@quire/contracts'
import { Link } from '@tanstack/react-router'
import { Icon } from '../../parts/icon.tsx'
import { Avatar } from '../../parts/person.tsx'
import rows from '../../parts/rows.module.css'
import { Time } from '../../parts/time.tsx'
import { useWordsOf } from '../../words/words.ts'
import { StatusIcon } from './status.tsx'

interface RowsProps {
  items: readonly ChangeRequest[]
  /** Given where the list is of several spaces: each entry names its own. */
  spaces?: readonly Space[]
}

/** Change requests, one line each. */
export function ChangeRequestRows({ items, spaces }: RowsProps) {
  const words = useWordsOf('changes')
  const titles = new Map(spaces?.map(({ id, title }) => [id, title]))
  return (
    <ul className={rows.rows}>
      {items.map((one) => (
        <li key={one.id}>
          <Link
            to="/s/$spaceId/changes/$changeRequestId"
            params={{ spaceId: one.space, changeRequestId: one.id }}
            className={rows.row}
          >
            <StatusIcon status={one.status} />
            <span className={rows.main}>
              <span className={rows.title}>{one.subject || words.untitled}</span>
              <span className={rows.detail}>
                {titles.has(one.space) && `${titles.get(one.space)} · `}#{one.number} · {one.createdBy.displayName} ·{' '}
                <Time at={one.updatedAt} />
              </span>
            </span>
            <span className={rows.aside}>
              {one.comments > 0 && (
                <span role="img" aria-label={words.commentCount(one.comments)}>
                  <Icon icon={faComment} /> {one.comments}
                </span>
              )}
              <Avatar person={one.createdBy} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
