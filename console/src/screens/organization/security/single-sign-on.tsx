import { faPlus } from '@fortawesome/free-solid-svg-icons'
import type { Organization } from '@quire/contracts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { organizationQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Field } from '../../../parts/field.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import { Screen, Section } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { useOrganization } from '../frame/use-organization.ts'
import { SamlProvider } from './saml-provider.tsx'
import { providersQuery } from './saml-queries.ts'
import { ScimTokens } from './scim-tokens.tsx'

/** How members sign in through the organization's provider of identities, and how it manages them. */
export function SingleSignOn() {
  const words = useWordsOf('security')
  const organization = useOrganization()
  const { data: providers } = useSuspenseQuery(providersQuery(organization.id))
  const [isAdding, setAdding] = useState(false)
  return (
    <Screen
      title={words.ssoTitle}
      actions={
        <Button kind={providers.length === 0 ? 'primary' : 'plain'} icon={faPlus} onClick={() => setAdding(true)}>
          {words.addProvider}
        </Button>
      }
    >
      <p className={facts.lead}>{words.ssoHint}</p>
      {providers.map((provider) => (
        <SamlProvider key={provider.id} organizationId={organization.id} provider={provider} />
      ))}
      <Enforcement organization={organization} isPossible={providers.some(({ status }) => status === 'active')} />
      <ScimTokens organizationId={organization.id} />
      {isAdding && <NewProvider organizationId={organization.id} onClose={() => setAdding(false)} />}
    </Screen>
  )
}

function Enforcement({ organization, isPossible }: { organization: Organization; isPossible: boolean }) {
  const words = useWordsOf('security')
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const save = useMutation({
    mutationFn: (sso: boolean) =>
      api.patch('/v1/orgs/{organizationId}', { params: { organizationId: organization.id }, body: { sso } }),
    onSuccess(saved) {
      queries.setQueryData(organizationQuery(organization.id).queryKey, saved)
      setAsking(false)
    },
  })
  return (
    <Section title={words.enforcement}>
      <p className={facts.lead}>{organization.sso ? words.isEnforced : words.isNotEnforced}</p>
      {!isPossible && !organization.sso && <p className={facts.lead}>{words.enforceNeedsProvider}</p>}
      {save.error && !isAsking && <Notice>{refusalText(save.error, words)}</Notice>}
      <div>
        {organization.sso ? (
          <Button busy={save.isPending} onClick={() => save.mutate(false)}>
            {words.endEnforcement}
          </Button>
        ) : (
          <Button kind="danger" disabled={!isPossible} onClick={() => setAsking(true)}>
            {words.enforce}
          </Button>
        )}
      </div>
      {isAsking && (
        <Confirm
          title={words.enforceQuestion}
          description={words.enforceWarning}
          action={words.enforce}
          work={{ mutate: () => save.mutate(true), isPending: save.isPending, error: save.error }}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}

function NewProvider({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const words = useWordsOf('security')
  const queries = useQueryClient()
  const { form, change, clear } = useFormDraft(`new-provider/${organizationId}`, { label: '' })
  const { label } = form
  const add = useMutation({
    mutationFn: () => api.post('/v1/orgs/{organizationId}/saml', { params: { organizationId }, body: { label } }),
    async onSuccess() {
      clear()
      await queries.invalidateQueries(providersQuery(organizationId))
      onClose()
    },
  })
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  const beside = refusalBeside(add.error, ['label'], words)
  return (
    <Dialog open onClose={onClose} title={words.addProvider} description={words.addProviderHint}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <Field
          label={words.providerLabel}
          hint={words.providerLabelHint}
          error={refusalAt(add.error, 'label', words)}
          value={label}
          required
          maxLength={30}
          onChange={({ target }) => change({ label: target.value })}
          autoFocus
        />
        {beside && <Notice>{beside}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={add.isPending}>
            {words.addProvider}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
