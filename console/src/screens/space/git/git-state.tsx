import type { GitSync } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { spaceQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { DialogButtons } from '../../../parts/dialog.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from './git.module.css'
import { gitSyncQuery } from './git-queries.ts'

interface StateProps {
  sync: GitSync
  spaceId: string
  onEdit: () => void
}

/** Shows the repository that a space follows, the last look at it, and what the synchronization waits for. */
export function GitState({ sync, spaceId, onEdit }: StateProps) {
  const words = useWordsOf('git')
  const queries = useQueryClient()
  const [isEnding, setEnding] = useState(false)
  const refresh = () => queries.invalidateQueries(gitSyncQuery(spaceId))
  const run = useMutation({
    mutationFn: () => api.post('/v1/spaces/{spaceId}/git/sync/run', { params: { spaceId } }),
    onSuccess: refresh,
  })
  const end = useMutation({
    mutationFn: () => api.delete('/v1/spaces/{spaceId}/git/sync', { params: { spaceId } }),
    async onSuccess() {
      await queries.invalidateQueries(spaceQuery(spaceId))
      queries.removeQueries(gitSyncQuery(spaceId))
    },
  })
  const { url, ref, repoProjectDirectory, checkedAt, commit, error, changeRequest, sshKey } = sync
  const place = [url, ref.replace('refs/heads/', ''), repoProjectDirectory].filter(Boolean).join(' · ')
  return (
    <>
      <div>
        <p className={styles.place}>{place}</p>
        <p className={styles.reason}>
          {checkedAt ? (
            <>
              {words.lookedAt} <Time at={checkedAt} />
            </>
          ) : (
            words.notLookedYet
          )}
          {commit && ` · ${words.inCommon(commit.slice(0, 7))}`}
        </p>
      </div>
      {changeRequest && (
        <Notice kind="warning">
          {words.waitsFor}{' '}
          <Link to="/s/$spaceId/changes/$changeRequestId" params={{ spaceId, changeRequestId: changeRequest }}>
            {words.openChangeRequest}
          </Link>
        </Notice>
      )}
      {error && !changeRequest && (
        <Notice>
          {words.lookFailed}{' '}
          <span lang="en" dir="ltr">
            {error}
          </span>
        </Notice>
      )}
      {sshKey && <CopyField label={words.sshKey} value={sshKey} hint={words.sshKeyHint} />}
      {run.error && <Notice>{refusalText(run.error, words)}</Notice>}
      <DialogButtons>
        <Button busy={run.isPending} onClick={() => run.mutate()}>
          {words.lookNow}
        </Button>
        <Button onClick={onEdit}>{words.change}</Button>
        <Button kind="danger" onClick={() => setEnding(true)}>
          {words.end}
        </Button>
      </DialogButtons>
      {isEnding && (
        <Confirm
          title={words.endQuestion}
          description={words.endHint}
          action={words.end}
          work={end}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  )
}
