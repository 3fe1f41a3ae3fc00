import { faTrashCan } from '@fortawesome/free-solid-svg-icons'
import type { Space } from '@quire/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useParams } from '@tanstack/react-router'
import { Refused } from '../../../api/client.ts'
import { forgetFailures } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty, Failure, Loading, Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { deletedSpaceQuery, timesOfDeletion, useRestoration } from './trash-queries.ts'

/** Stands in place of a space that cannot be read. Whoever may restore it learns that it is in the trash, and nobody else does. */
export function UnreadSpace({ error, reset }: ErrorComponentProps) {
  const queries = useQueryClient()
  const { spaceId = '' } = useParams({ strict: false })
  const isAbsent = error instanceof Refused && error.status === 404
  const { data: deleted, isLoading } = useQuery({ ...deletedSpaceQuery(spaceId), enabled: isAbsent })
  const retry = () => forgetFailures(queries).then(reset)
  if (isLoading) return <Loading />
  return deleted ? <DeletedSpace space={deleted} onRestored={retry} /> : <Failure error={error} retry={retry} />
}

function DeletedSpace({ space, onRestored }: { space: Space; onRestored: () => Promise<void> }) {
  const words = useWordsOf('imports')
  const restore = useRestoration(space, onRestored)
  const { at, until } = timesOfDeletion(space)
  return (
    <>
      <Empty
        icon={faTrashCan}
        title={words.spaceIsDeleted(space.title || words.untitled)}
        action={
          <Button kind="primary" busy={restore.isPending} onClick={() => restore.mutate()}>
            {words.restore}
          </Button>
        }
      >
        {words.deletedAt} <Time at={at} /> · {words.goneForGood} <Time at={until} />
      </Empty>
      {restore.error && <Notice>{refusalText(restore.error, words)}</Notice>}
    </>
  )
}
