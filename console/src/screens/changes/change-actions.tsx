import { faBoxArchive, faCodeMerge, faPen, faRotate, faRotateLeft } from '@fortawesome/free-solid-svg-icons'
import type { ChangeRequest, Space } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { recoverFocus } from '../../parts/screen-focus.ts'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useWordsOf } from '../../words/words.ts'
import { useHasOwnChanges } from '../editor/own-changes.ts'
import { refreshContent } from '../space/space-queries.ts'
import styles from './change-side.module.css'
import { conflictsQuery } from './changes-queries.ts'
import { decide } from './decide.ts'

interface ActionsProps {
  space: Space
  changeRequest: ChangeRequest
  /** True if the change request changes nothing, so that there is nothing to merge. */
  isEmpty: boolean
  /** True while the changes of a later revision are being read. */
  hasMovedOn: boolean
}

/** Shows the actions on a change request: edit, submit, update, merge, archive, reopen. */
export function ChangeActions({ space, changeRequest, isEmpty, hasMovedOn }: ActionsProps) {
  const words = useWordsOf('changes')
  const { act, error, pending, outcome } = useActions(changeRequest)
  const { status, outdated } = changeRequest
  const { edit, merge } = space.permissions
  const params = { spaceId: space.id, changeRequestId: changeRequest.id }
  const isChanging = useHasOwnChanges(params)
  // The sentence about conflicts ends with the last of those that are shown.
  const conflicts = useQuery({
    ...conflictsQuery(space.id, changeRequest.id, changeRequest.revision),
    enabled: outcome === 'conflicts',
  })
  const hasConflicts = outcome === 'conflicts' && (conflicts.data ?? []).length > 0
  if (status === 'merged')
    return (
      <>
        <p className={styles.note} data-tour="merged">
          {words.mergedNote}
        </p>
        <Link to="/s/$spaceId" params={{ spaceId: space.id }} className={buttonClass()}>
          {words.readMerged}
        </Link>
      </>
    )
  if (status === 'archived')
    return edit ? (
      <Button icon={faRotateLeft} busy={pending === 'open'} onClick={() => act('open')}>
        {words.reopenChange}
      </Button>
    ) : null
  return (
    <section className={styles.actions} aria-label={words.actions}>
      {merge && (
        <Button
          kind={status === 'open' ? 'primary' : 'plain'}
          icon={faCodeMerge}
          busy={pending === 'merge'}
          disabled={isEmpty || hasMovedOn || isChanging}
          // Disabled for a moment while what was written is being saved: the tour stays here.
          data-tour={!isEmpty || isChanging ? 'merge' : undefined}
          onClick={() => act('merge')}
        >
          {words.merge}
        </Button>
      )}
      {edit && status === 'draft' && (
        <Button
          kind={merge ? 'plain' : 'primary'}
          busy={pending === 'open'}
          disabled={isEmpty}
          onClick={() => act('open')}
        >
          {words.submitForReview}
        </Button>
      )}
      {edit && (
        <Link to="/s/$spaceId/changes/$changeRequestId/p" params={params} className={buttonClass()} data-tour="edit">
          <Icon icon={faPen} />
          {words.edit}
        </Link>
      )}
      {edit && outdated && (
        <>
          <p className={styles.note}>{words.outdatedNote}</p>
          <Button icon={faRotate} busy={pending === 'update'} onClick={() => act('update')}>
            {words.update}
          </Button>
        </>
      )}
      {edit && (
        <Button kind="quiet" icon={faBoxArchive} busy={pending === 'archived'} onClick={() => act('archived')}>
          {words.archive}
        </Button>
      )}
      {hasConflicts && <Notice kind="warning">{words.conflictsFound}</Notice>}
      {error ? <Notice>{refusalText(error, words)}</Notice> : null}
    </section>
  )
}

type Act = 'merge' | 'update' | 'open' | 'archived'

function useActions(changeRequest: ChangeRequest) {
  const { id: changeRequestId, space: spaceId, revision } = changeRequest
  const words = useWordsOf('changes')
  const queries = useQueryClient()
  const [outcome, setOutcome] = useState<string>()
  const run = useMutation({
    mutationFn: async (act: Act): Promise<string> => {
      const at = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}' as const
      const params = { spaceId, changeRequestId }
      if (act === 'merge') {
        const merge = () => api.post(`${at}/merge`, { params, body: { revision } })
        return (await decide(queries, changeRequest, words.changeMovedOn, merge)).result
      }
      if (act === 'update') return (await api.post(`${at}/update`, { params })).result
      return (await api.patch(at, { params, body: { status: act } })).status
    },
    async onSuccess(result) {
      setOutcome(result)
      await refreshContent(queries, spaceId)
      recoverFocus()
    },
  })
  return { act: run.mutate, error: run.error, outcome, pending: run.isPending ? run.variables : undefined }
}
