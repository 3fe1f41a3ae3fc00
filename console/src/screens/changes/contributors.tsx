import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { all } from '../../api/queries.ts'
import { Person } from '../../parts/person.tsx'
import { Failure } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import styles from './change-side.module.css'

interface ContributorsProps {
  spaceId: string
  changeRequestId: string
}

/** Who has edited a change request or commented on it, and how often; nothing while it is nobody. */
export function Contributors({ spaceId, changeRequestId }: ContributorsProps) {
  const words = useWordsOf('changes')
  const { data, error, refetch } = useQuery({
    queryKey: ['change-request', spaceId, changeRequestId, 'contributors'],
    queryFn: ({ signal }) =>
      all((page) =>
        api.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/contributors', {
          params: { spaceId, changeRequestId },
          query: { page },
          signal,
        }),
      ),
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section className={styles.reviews}>
      <h2>{words.contributors}</h2>
      <ul className={styles.list}>
        {[...Map.groupBy(data, ({ user }) => user.id)].map(([id, did]) => (
          <li key={id}>
            {did[0] && <Person person={did[0].user} />}
            <span className={styles.note}>
              {did.map(({ actionType, count }) => words.contributions[actionType](count)).join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
