import type { Space } from '@quire/contracts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { organizationQuery, refresh, spaceQuery, workspaceQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Section } from '../../parts/screen.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from '../account/settings.module.css'
import { Sharing } from '../organization/sharing/sharing.tsx'
import { TitleAndLevel } from '../organization/sharing/title-and-level.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The space that was just deleted; it stays for that entry of the history until it is restored. */
    deletedSpace?: { id: string; title: string } | undefined
  }
}

const GitSynchronization = lazy(() => import('./git/git-sync.tsx'))

/** The settings of a space, and its removal. */
export function SpaceSettings() {
  const words = useWordsOf('reading')
  const { spaceId } = useParams({ from: '/signed-in/frame/s/$spaceId/settings' })
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useTitle(words.spaceSettings)
  return (
    <main className={styles.main}>
      <h1>{words.spaceSettings}</h1>
      <Suspense>
        <General key={space.id} space={space} />
        <SpaceSharing space={space} />
      </Suspense>
      <Suspense>
        <GitSynchronization key={space.id} space={space} />
      </Suspense>
      <Removal space={space} />
    </main>
  )
}

function General({ space }: { space: Space }) {
  const words = useWordsOf('reading')
  const queries = useQueryClient()
  return (
    <TitleAndLevel
      draft={`space/${space.id}`}
      saved={space}
      level={{ label: words.defaultLevel, hint: words.defaultLevelHint }}
      save={async (body) => {
        const params = { spaceId: space.id }
        queries.setQueryData(spaceQuery(space.id).queryKey, await api.patch('/v1/spaces/{spaceId}', { params, body }))
        await refresh(queries, workspaceQuery(space.organization).queryKey, ['sharing'])
      }}
    />
  )
}

function SpaceSharing({ space }: { space: Space }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(space.organization))
  return <Sharing scope={{ kind: 'space', id: space.id }} organization={organization} />
}

function Removal({ space }: { space: Space }) {
  const words = useWordsOf('reading')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.delete('/v1/spaces/{spaceId}', { params: { spaceId: space.id } }),
    async onSuccess() {
      await queries.invalidateQueries(workspaceQuery(space.organization))
      // The first screen of the organization offers to undo it.
      await navigate({
        to: '/o/$organizationId',
        params: { organizationId: space.organization },
        state: { deletedSpace: { id: space.id, title: space.title } },
      })
      // Not before: the bar of the space would ask for its own change requests, which are gone.
      await refresh(queries, ['changes'])
    },
  })
  return (
    <Section title={words.removeSpace}>
      <p className={styles.lead}>{words.removeSpaceHint}</p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.removeSpace}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={words.removeSpaceQuestion(space.title || words.untitled)}
        description={words.removeSpaceHint}
      >
        {remove.error && <Notice>{refusalText(remove.error, words)}</Notice>}
        <DialogButtons>
          <Button onClick={() => setAsking(false)}>{words.cancel}</Button>
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {words.removeSpace}
          </Button>
        </DialogButtons>
      </Dialog>
    </Section>
  )
}
