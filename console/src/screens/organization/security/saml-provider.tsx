import type { SAMLProvider } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { Badge } from '../../../parts/badge.tsx'
import { Button, buttonClass } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Section } from '../../../parts/screen.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { SamlForm } from './saml-form.tsx'
import { providersQuery } from './saml-queries.ts'

/** A SAML provider: the addresses to enter there, what it says in return, a trial, and its removal. */
export function SamlProvider({ organizationId, provider }: { organizationId: string; provider: SAMLProvider }) {
  const words = useWordsOf('security')
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { label, status, service, id: samlProviderId } = provider
  const remove = useMutation({
    mutationFn: () =>
      api.delete('/v1/orgs/{organizationId}/saml/{samlProviderId}', { params: { organizationId, samlProviderId } }),
    onSuccess: () => queries.invalidateQueries(providersQuery(organizationId)),
  })
  return (
    <Section
      title={label}
      aside={<Badge kind={status === 'active' ? 'success' : 'warning'}>{words.providerStatuses[status]}</Badge>}
    >
      <p className={facts.lead}>{words.enterThere}</p>
      <CopyField label={words.acsAddress} value={service.acsURL} />
      <CopyField label={words.entityId} value={service.entityID} hint={words.metadataHint} />
      <p className={facts.lead}>{words.enterHere}</p>
      <SamlForm organizationId={organizationId} provider={provider} />
      <div className={facts.pair}>
        {status === 'active' && (
          <a href={service.startURL} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            {words.testSignIn}
          </a>
        )}
        <Button kind="danger" onClick={() => setAsking(true)}>
          {words.removeProvider}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={words.removeProviderQuestion(label)}
          description={words.removeProviderHint}
          action={words.removeProvider}
          work={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
