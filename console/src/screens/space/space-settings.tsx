import type { Space } from '@quire/contracts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { organizationQuery, refresh, spaceQuery, workspaceQuery } from '../../api/queries.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../parts/dialog.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { Section } from '../../parts/screen.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { useFormDraft } from '../../parts/use-form-draft.ts'
import { useTitle } from '../../parts/use-title.ts'
import { useWordsOf } from '../../words/words.ts'
import styles from '../account/settings.module.css'
import { defaultLevelOf } from '../organization/frame/roles.ts'
import { Sharing } from '../organization/sharing/sharing.tsx'

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
      <General key={space.id} space={space} />
      <Suspense>
        <SpaceSharing space={space} />
      </Suspense>
      <Suspense>
        <GitSynchronization key={space.id} spaceId={space.id} />
      </Suspense>
      <Removal space={space} />
    </main>
  )
}

function General({ space }: { space: Space }) {
  const words = useWordsOf('reading')
  const queries = useQueryClient()
  const saved: { title: string; level: string } = { title: space.title, level: space.defaultLevel ?? 'none' }
  const { form, changes, isChanged, change, clearSent } = useFormDraft(`space/${space.id}`, saved)
  const { title, level } = form
  const save = useMutation({
    mutationFn: ({ title, level }: typeof changes) =>
      api.patch('/v1/spaces/{spaceId}', {
        params: { spaceId: space.id },
        body: {
          ...(title !== undefined && { title }),
          ...(level !== undefined && { defaultLevel: defaultLevelOf(level) }),
        },
      }),
    async onSuccess(saved, sent) {
      clearSent(sent)
      queries.setQueryData(spaceQuery(space.id).queryKey, saved)
      await refresh(queries, workspaceQuery(space.organization).queryKey, ['sharing'])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(changes)
  }
  const levels = ['inherit', 'none', 'read', 'comment', 'edit', 'review', 'create', 'admin'] as const
  return (
    <Section title={words.general}>
      <form className={styles.form} onSubmit={submit}>
        <Field
          label={words.title}
          value={title}
          maxLength={50}
          onChange={({ target }) => change({ title: target.value })}
        />
        <Choice
          label={words.defaultLevel}
          hint={words.defaultLevelHint}
          value={level}
          options={levels.map((one) => [one, words.levels[one]] as const)}
          onChange={({ target }) => change({ level: target.value })}
        />
        {save.error && <Notice>{refusalText(save.error, words)}</Notice>}
        {save.isSuccess && !isChanged && <Notice kind="success">{words.saved}</Notice>}
        <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
          {words.save}
        </Button>
      </form>
    </Section>
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
      await navigate({ to: '/o/$organizationId', params: { organizationId: space.organization } })
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
