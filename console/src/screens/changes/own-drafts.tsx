import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery } from '../../api/queries.ts'
import rows from '../../parts/rows.module.css'
import { useWordsOf } from '../../words/words.ts'
import { StatusIcon } from './status.tsx'
import { type ChangesScope, useChangeList } from './use-change-list.ts'

/** Leads to the change requests that the person has begun and not submitted, which no list of open ones has. */
export default function OwnDrafts({ scope }: { scope: ChangesScope }) {
  const words = useWordsOf('changes')
  const { data: me } = useSuspenseQuery(meQuery)
  const { items, count = items.length } = useChangeList(scope, { status: 'draft', creator: me.id })
  if (items.length === 0) return null
  const search = { status: 'draft', mine: true } as const
  const text = words.ownDrafts(count)
  return (
    <p className={rows.detail}>
      <StatusIcon status="draft" />{' '}
      {'spaceId' in scope ? (
        <Link to="/s/$spaceId/changes" params={scope} search={search}>
          {text}
        </Link>
      ) : (
        <Link to="/o/$organizationId/changes" params={scope} search={search}>
          {text}
        </Link>
      )}
    </p>
  )
}
