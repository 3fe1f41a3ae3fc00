import { faFileLines } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest } from '@quire/contracts'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { buttonClass } from '../../parts/button.tsx'
import { Empty } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { ChangeCards } from './change-cards.tsx'

interface ChangesProps extends Pick<ComponentProps<typeof ChangeCards>, 'listed' | 'list'> {
  spaceId: string
  changeRequest: ChangeRequest
  mayEdit: boolean
  mayComment: boolean
}

/** Everything that a change request changes, or how to begin. */
export function Changes({ spaceId, changeRequest, listed, list, mayEdit, mayComment }: ChangesProps) {
  const words = useWordsOf('changes')
  const { id: changeRequestId } = changeRequest
  if (listed.count === 0) {
    const params = { spaceId, changeRequestId }
    const edit = (
      <Link to="/s/$spaceId/changes/$changeRequestId/p" params={params} className={buttonClass('primary')}>
        {words.edit}
      </Link>
    )
    return (
      <Empty icon={faFileLines} title={words.nothingChanged} action={mayEdit && edit}>
        {words.nothingChangedHint}
      </Empty>
    )
  }
  const before = changeRequest.revisionMergedAncestor ?? changeRequest.revisionInitial
  return (
    <ChangeCards
      state={{ spaceId, changeRequestId }}
      listed={listed}
      list={list}
      revisions={{ before, after: changeRequest.revision }}
      mayEdit={mayEdit}
      mayComment={mayComment}
      wasLive={changeRequest.status === 'merged'}
    />
  )
}
