import { useQuery } from '@tanstack/react-query'
import { Failure, Loading } from '../../parts/states.tsx'
import { useNear } from '../../parts/use-near.ts'
import { pageTextQuery, reusableTextQuery } from './changes-queries.ts'
import { DiffView } from './diff-view.tsx'

interface TextChangeProps {
  spaceId: string
  object: 'page' | 'reusable-content'
  /** The id of the page or reusable content. */
  id: string
  /** True if the revision before does not have it. */
  isNew: boolean
  /** True if the revision after does not have it. */
  isGone: boolean
  revisions: { before: string; after: string }
}

/**
 * The text of a page or reusable content before and after. It is read when it comes near: a change request may change
 * hundreds of them.
 */
export function TextChange({ spaceId, object, id, isNew, isGone, revisions }: TextChangeProps) {
  const [isNear, ref] = useNear()
  const textQuery = object === 'page' ? pageTextQuery : reusableTextQuery
  const before = useQuery({ ...textQuery(spaceId, revisions.before, id), enabled: isNear && !isNew })
  const after = useQuery({ ...textQuery(spaceId, revisions.after, id), enabled: isNear && !isGone })
  const error = before.error ?? after.error
  const retry = () => void Promise.all([before, after].filter((one) => one.error).map((one) => one.refetch()))
  if (error) return <Failure error={error} retry={retry} />
  const texts = { before: isNew ? '' : before.data, after: isGone ? '' : after.data }
  if (!isNear || texts.before === undefined || texts.after === undefined)
    return (
      <div ref={ref} style={{ minHeight: '6rem' }}>
        <Loading />
      </div>
    )
  return <DiffView before={texts.before} after={texts.after} />
}
