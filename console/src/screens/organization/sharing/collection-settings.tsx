import type { Collection } from '@quire/contracts'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { refresh, workspaceQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { Choice, Field } from '../../../parts/field.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import { Screen, Section } from '../../../parts/screen.tsx'
import { Notice } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { defaultLevelOf, defaultLevelOptions } from '../frame/roles.ts'
import { useOrganization } from '../frame/use-organization.ts'
import { Sharing } from './sharing.tsx'

const collectionQuery = (collectionId: string) =>
  queryOptions({
    queryKey: ['collection', collectionId],
    queryFn: ({ signal }) => api.get('/v1/collections/{collectionId}', { params: { collectionId }, signal }),
  })

/** The settings of a collection: its title, who sees what is in it, and its removal. */
export function CollectionSettings() {
  const words = useWordsOf('organization')
  const organization = useOrganization()
  const { collectionId } = useParams({ from: '/signed-in/frame/o/$organizationId/collections/$collectionId' })
  const { data: collection } = useSuspenseQuery(collectionQuery(collectionId))
  return (
    <Screen title={collection.title || words.untitled}>
      {collection.permissions.admin ? (
        <>
          <General key={collection.id} collection={collection} />
          <Sharing scope={{ kind: 'collection', id: collection.id }} organization={organization} />
          <Removal collection={collection} />
        </>
      ) : (
        <p className={facts.lead}>{words.collectionReader}</p>
      )}
    </Screen>
  )
}

function General({ collection }: { collection: Collection }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const saved: { title: string; level: string } = {
    title: collection.title,
    level: collection.defaultLevel ?? 'none',
  }
  const { form, changes, isChanged, change, clearSent } = useFormDraft(`collection/${collection.id}`, saved)
  const { title, level } = form
  const save = useMutation({
    mutationFn: ({ title, level }: typeof changes) =>
      api.patch('/v1/collections/{collectionId}', {
        params: { collectionId: collection.id },
        body: {
          ...(title !== undefined && { title }),
          ...(level !== undefined && { defaultLevel: defaultLevelOf(level) }),
        },
      }),
    async onSuccess(saved, sent) {
      clearSent(sent)
      queries.setQueryData(collectionQuery(collection.id).queryKey, saved)
      // The spaces in it may inherit its level.
      await refresh(queries, workspaceQuery(collection.organization).queryKey, ['sharing'])
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(changes)
  }
  const beside = refusalBeside(save.error, ['title'], words)
  return (
    <Section title={words.general}>
      <form className={facts.form} onSubmit={submit}>
        <Field
          label={words.title}
          error={refusalAt(save.error, 'title', words)}
          value={title}
          maxLength={50}
          onChange={({ target }) => change({ title: target.value })}
        />
        <Choice
          label={words.collectionLevel}
          hint={words.collectionLevelHint}
          value={level}
          options={defaultLevelOptions(words)}
          onChange={({ target }) => change({ level: target.value })}
        />
        {beside && <Notice>{beside}</Notice>}
        {save.isSuccess && !isChanged && <Notice kind="success">{words.saved}</Notice>}
        <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
          {words.save}
        </Button>
      </form>
    </Section>
  )
}

function Removal({ collection }: { collection: Collection }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.delete('/v1/collections/{collectionId}', { params: { collectionId: collection.id } }),
    async onSuccess() {
      await navigate({ to: '/o/$organizationId', params: { organizationId: collection.organization } })
      await refresh(queries, workspaceQuery(collection.organization).queryKey, ['changes'])
    },
  })
  return (
    <Section title={words.deleteCollection}>
      <p className={facts.lead}>{words.deleteCollectionHint}</p>
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {words.deleteCollection}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={words.deleteQuestion(collection.title || words.untitled)}
          description={words.deleteCollectionHint}
          action={words.deleteCollection}
          work={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
