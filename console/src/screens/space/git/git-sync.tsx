import type { Space } from '@quire/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh, spaceQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Section } from '../../../parts/screen.tsx'
import { Failure, Loading } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import styles from '../../account/settings.module.css'
import { GitForm } from './git-form.tsx'
import { GitOperations } from './git-operations.tsx'
import { gitSyncQuery } from './git-queries.ts'
import { GitState } from './git-state.tsx'

/** The synchronization of a space with a branch of a repository: its state, or the way to set it up. */
export default function GitSynchronization({ space }: { space: Space }) {
  const { id: spaceId } = space
  const words = useWordsOf('git')
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  // Setting up a synchronization gives the space a Git provider. A single import can do that too, and then there is none.
  const hasGit = space.gitSync !== undefined
  const {
    data: found,
    error,
    refetch,
  } = useQuery({
    ...gitSyncQuery(spaceId),
    enabled: hasGit,
    // A form does not show what the next looks at the repository find.
    ...(isEditing && { refetchInterval: false as const }),
  })
  const sync = hasGit ? found : null
  /** Told once, in the answer to the request that sets the synchronization up. */
  const [secret, setSecret] = useState<string>()
  const body = () => {
    // A look that fails takes away neither the state nor a form.
    if (sync === undefined) return error ? <Failure error={error} retry={() => void refetch()} /> : <Loading />
    if (isEditing)
      return (
        <GitForm
          spaceId={spaceId}
          sync={sync}
          onClose={() => setEditing(false)}
          onSaved={async ({ webhook }) => {
            setSecret(webhook.secret)
            await refresh(queries, spaceQuery(spaceId).queryKey, gitSyncQuery(spaceId).queryKey)
            setEditing(false)
          }}
        />
      )
    if (sync === null) return <Button onClick={() => setEditing(true)}>{words.setUp}</Button>
    return (
      <>
        <GitState sync={sync} spaceId={spaceId} onEdit={() => setEditing(true)} />
        <CopyField label={words.webhook} value={sync.webhook.url} hint={words.webhookHint} />
        {secret !== undefined && <CopyField label={words.secret} value={secret} hint={words.secretHint} />}
        <GitOperations spaceId={spaceId} sync={sync} />
      </>
    )
  }
  return (
    <Section title={words.git}>
      <p className={styles.lead}>{words.gitLead}</p>
      {body()}
    </Section>
  )
}
