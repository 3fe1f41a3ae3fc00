import { faTriangleExclamation } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { Icon } from '../../parts/icon.tsx'
import { Failure } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { allPages } from '../space/pages.ts'
import { pagesQuery } from '../space/space-queries.ts'
import { changeRequestQuery, conflictsQuery } from './changes-queries.ts'
import { ConflictCard } from './conflict-card.tsx'
import styles from './conflicts.module.css'

interface ConflictsProps {
  spaceId: string
  changeRequest: ChangeRequest
  mayEdit: boolean
}

/** Shows each conflict between the live content and a change request with a choice; nothing if there is none. */
export function Conflicts({ spaceId, changeRequest, mayEdit }: ConflictsProps) {
  const words = useWordsOf('changes')
  const { id: changeRequestId } = changeRequest
  const { data = [], error, refetch } = useQuery(conflictsQuery(spaceId, changeRequestId, changeRequest.revision))
  const { data: pages } = useQuery({ ...pagesQuery({ spaceId, changeRequestId }), enabled: data.length > 0 })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (data.length === 0) return null
  const titles = new Map(allPages(pages ?? []).map(({ id, title }) => [id, title]))
  return (
    <section className={styles.conflicts} aria-labelledby="conflicts">
      <h2 id="conflicts">
        <Icon icon={faTriangleExclamation} /> {words.conflictTitle(data.length)}
      </h2>
      <p>{words.conflictHint}</p>
      {data.map((one) => (
        <ConflictCard
          // A choice among the sides of one revision is none among those of another.
          key={`${changeRequest.revision}/${one.id}`}
          unresolved={one}
          titles={titles}
          state={{ spaceId, changeRequestId }}
          revision={changeRequest.revision}
          mayEdit={mayEdit}
          queryKey={changeRequestQuery(spaceId, changeRequestId).queryKey}
        />
      ))}
    </section>
  )
}
