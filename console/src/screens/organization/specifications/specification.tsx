import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { ListEnd } from '../../../parts/list-end.tsx'
import rows from '../../../parts/rows.module.css'
import { Screen, Section } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { Tabs } from '../../../parts/tabs.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { useOrganization } from '../frame/use-organization.ts'
import { NewSource } from './new-source.tsx'
import { SpecificationState } from './specification-state.tsx'
import { type SpecificationPart, specificationQuery, specificationsKey, useVersions } from './specifications-queries.ts'

/** A specification: its state and errors, its versions, a new source, who may read it, and its removal. */
export function SpecificationScreen() {
  const words = useWordsOf('specifications')
  const { id: organizationId } = useOrganization()
  const { specSlug } = useParams({
    from: '/signed-in/frame/o/$organizationId/administration/specifications/$specSlug',
  })
  const { data: specification } = useSuspenseQuery(specificationQuery(organizationId, specSlug))
  const { lastProcessedErrors = [], lastProcessedErrorCount, sourceURL, permissions } = specification
  const part = { organizationId, specification }
  return (
    <Screen title={specification.slug}>
      <div className={facts.facts}>
        <p className={facts.pair} role="status">
          <SpecificationState specification={specification} />
        </p>
        {sourceURL && <CopyField label={words.address} value={sourceURL} hint={words.readAgain} />}
        {specification.urls.published && (
          <CopyField label={words.publicAddress} value={specification.urls.published} hint={words.publicAddressHint} />
        )}
      </div>
      {lastProcessedErrors.length > 0 && (
        <Section title={words.errorCount(lastProcessedErrorCount)}>
          <p className={facts.lead}>{words.errorsHint}</p>
          <ul className={rows.rows}>
            {lastProcessedErrors.map(({ message }) => (
              <li key={message} className={rows.row}>
                <span className={facts.reason}>{message}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Versions {...part} />
      {permissions.edit && (
        <>
          <NewSource {...part} />
          <Visibility {...part} />
          <Removal {...part} />
        </>
      )}
    </Screen>
  )
}

function Versions({ organizationId, specification }: SpecificationPart) {
  const words = useWordsOf('specifications')
  const versions = useVersions(organizationId, specification)
  return (
    <Section title={words.versions}>
      {versions.isSuccess && versions.items.length === 0 && <p className={rows.detail}>{words.noVersions}</p>}
      <ul className={rows.rows}>
        {versions.items.map(({ id, createdAt, url }) => (
          <li key={id} className={rows.row}>
            <span className={rows.main}>
              <span className={rows.title}>
                <Time at={createdAt} />
              </span>
            </span>
            <span className={rows.aside}>
              {id === specification.lastVersion && words.latest}
              <a href={url} target="_blank" rel="noopener noreferrer" className={facts.link}>
                {words.readVersion}
              </a>
            </span>
          </li>
        ))}
      </ul>
      <ListEnd list={versions} />
    </Section>
  )
}

function Visibility({ organizationId, specification }: SpecificationPart) {
  const words = useWordsOf('specifications')
  const queries = useQueryClient()
  const save = useMutation({
    mutationFn: (visibility: 'public' | 'private') =>
      api.patch('/v1/orgs/{organizationId}/openapi/{specSlug}', {
        params: { organizationId, specSlug: specification.slug },
        body: { visibility },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: specificationsKey(organizationId) }),
  })
  return (
    <Section title={words.whoReads}>
      <div>
        <Tabs
          label={words.whoReads}
          value={specification.visibility}
          options={[
            ['private', words.members],
            ['public', words.everybody],
          ]}
          onChoose={(one) => save.mutate(one === 'public' ? 'public' : 'private')}
        />
      </div>
      <p className={facts.lead}>{words.visibilityHints[specification.visibility]}</p>
      {save.error && <Notice>{refusalText(save.error, words)}</Notice>}
    </Section>
  )
}

function Removal({ organizationId, specification }: SpecificationPart) {
  const words = useWordsOf('specifications')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      api.delete('/v1/orgs/{organizationId}/openapi/{specSlug}', {
        params: { organizationId, specSlug: specification.slug },
      }),
    async onSuccess() {
      await navigate({ to: '/o/$organizationId/specifications', params: { organizationId } })
      await queries.invalidateQueries({ queryKey: [...specificationsKey(organizationId), 'list'] })
    },
  })
  return (
    <Section title={words.deleteSpecification}>
      <p className={facts.lead}>{words.deleteSpecificationHint}</p>
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {words.deleteSpecification}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={words.deleteSpecificationQuestion(specification.slug)}
          description={words.deleteSpecificationHint}
          action={words.deleteSpecification}
          typed={{ label: words.typeSlug(specification.slug), text: specification.slug }}
          work={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
