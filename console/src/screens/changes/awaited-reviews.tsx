import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery, workspaceQuery } from '../../api/queries.ts'
import rows from '../../parts/rows.module.css'
import { Section } from '../../parts/screen.tsx'
import { useWordsOf } from '../../words/words.ts'
import { ChangeRequestRows } from './change-request-rows.tsx'
import { organizationChangesQuery } from './changes-queries.ts'

const maxShown = 6

/** The change requests that wait for a review of the person; nothing where there are none. */
export default function AwaitedReviews({ organizationId }: { organizationId: string }) {
  const words = useWordsOf('changes')
  const { data: me } = useSuspenseQuery(meQuery)
  const { data: workspace } = useSuspenseQuery(workspaceQuery(organizationId))
  const { data = [] } = useQuery(organizationChangesQuery(organizationId, { status: 'open', reviewer: me.id }))
  if (data.length === 0) return null
  return (
    <Section
      title={words.waitingForMyReview}
      aside={
        <Link
          to="/o/$organizationId/changes"
          params={{ organizationId }}
          search={{ waiting: true }}
          className={rows.detail}
        >
          {words.showAll}
        </Link>
      }
    >
      <ChangeRequestRows items={data.slice(0, maxShown)} spaces={workspace.spaces} />
    </Section>
  )
}
