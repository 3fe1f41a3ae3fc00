import type { Collection } from '@quire/contracts'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { refresh, workspaceQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { Screen, Section } from '../../../parts/screen.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { useOrganization } from '../frame/use-organization.ts'
import { Sharing } from './sharing.tsx'
import { TitleAndLevel } from './title-and-level.tsx'

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
  return (
    <TitleAndLevel
      draft={`collection/${collection.id}`}
      saved={collection}
      level={{ label: words.collectionLevel, hint: words.collectionLevelHint }}
      save={async ({ emoji: _, ...body }) => {
        const params = { collectionId: collection.id }
        queries.setQueryData(
          collectionQuery(collection.id).queryKey,
          await api.patch('/v1/collections/{collectionId}', { params, body }),
        )
        // The spaces in it may inherit its level.
        await refresh(queries, workspaceQuery(collection.organization).queryKey, ['sharing'])
      }}
    />
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
