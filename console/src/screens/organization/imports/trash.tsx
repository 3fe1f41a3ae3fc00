import { faBook, faTrashCan } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../parts/button.tsx'
import { emojiOf } from '../../../parts/emoji.ts'
import { Icon } from '../../../parts/icon.tsx'
import rows from '../../../parts/rows.module.css'
import { Screen } from '../../../parts/screen.tsx'
import { Empty, Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { useOrganization } from '../frame/use-organization.ts'
import { timesOfDeletion, trashQuery, useRestoration } from './trash-queries.ts'

/** Deleted spaces, which can be restored for a while; the one that was deleted last comes first. */
export function Trash() {
  const words = useWordsOf('imports')
  const { id: organizationId } = useOrganization()
  const { data: spaces } = useSuspenseQuery(trashQuery(organizationId))
  const [restored, setRestored] = useState<Space>()
  const sorted = spaces.toSorted((one, other) => (other.deletedAt ?? '').localeCompare(one.deletedAt ?? ''))
  return (
    <Screen title={words.trashTitle}>
      {restored && (
        <Notice kind="success">
          {words.restored(restored.title || words.untitled)}{' '}
          <Link to="/s/$spaceId" params={{ spaceId: restored.id }}>
            {words.openSpace}
          </Link>
        </Notice>
      )}
      {sorted.length === 0 ? (
        <Empty icon={faTrashCan} title={words.emptyTrash}>
          {words.emptyTrashHint}
        </Empty>
      ) : (
        <>
          <p className={facts.lead}>{words.trashHint}</p>
          <ul className={rows.rows}>
            {sorted.map((space) => (
              <DeletedSpace key={space.id} space={space} onRestored={setRestored} />
            ))}
          </ul>
        </>
      )}
      <p className={facts.lead}>
        {words.archivedHint}{' '}
        <Link
          to="/o/$organizationId/changes"
          params={{ organizationId }}
          search={{ status: 'archived' }}
          className={facts.link}
        >
          {words.archivedChanges}
        </Link>
      </p>
    </Screen>
  )
}

function DeletedSpace({ space, onRestored }: { space: Space; onRestored: (space: Space) => void }) {
  const words = useWordsOf('imports')
  const restore = useRestoration(space, onRestored)
  const title = space.title || words.untitled
  const { at, until } = timesOfDeletion(space)
  return (
    <li>
      <div className={rows.row}>
        <span className={rows.symbol} aria-hidden="true">
          {space.emoji ? emojiOf(space.emoji) : <Icon icon={faBook} />}
        </span>
        <span className={rows.main}>
          <span className={rows.title}>{title}</span>
          <span className={rows.detail}>
            {words.deletedAt} <Time at={at} /> · {words.goneForGood} <Time at={until} />
          </span>
        </span>
        <span className={rows.aside}>
          <Button busy={restore.isPending} aria-label={words.restoreThis(title)} onClick={() => restore.mutate()}>
            {words.restore}
          </Button>
        </span>
      </div>
      {restore.error && <Notice>{refusalText(restore.error, words)}</Notice>}
    </li>
  )
}
