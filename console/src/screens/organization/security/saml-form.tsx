import type { SAMLProvider } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Choice, Field, TextField } from '../../../parts/field.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { roleOf, roleOptions } from '../frame/roles.ts'
import { teamsQuery } from '../teams/teams-queries.ts'
import { providersQuery } from './saml-queries.ts'

const fields = ['label', 'ssoURL', 'entityID', 'certificate', 'defaultRole', 'defaultTeam']

/** What the provider says of itself, and what people get who come through it. */
export function SamlForm({ organizationId, provider }: { organizationId: string; provider: SAMLProvider }) {
  const words = useWordsOf('security')
  const roles = useWordsOf('organization')
  const queries = useQueryClient()
  const teams = useQuery(teamsQuery(organizationId))
  // Until the teams are known, the one that is set now is.
  const known = teams.data ?? (provider.defaultTeam ? [provider.defaultTeam] : [])
  const samlProviderId = provider.id
  const { label, ssoURL, entityID, certificate } = provider
  const {
    form: typed,
    changes,
    isChanged,
    change,
    clearSent,
  } = useFormDraft(`saml/${samlProviderId}`, {
    label,
    ssoURL,
    entityID,
    certificate,
    role: provider.defaultRole ?? 'guest',
    team: provider.defaultTeam?.id ?? '',
  })
  const save = useMutation({
    mutationFn({ role, team, ...texts }: typeof changes) {
      // A text that was typed and deleted again is still missing.
      const given = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
      return api.patch('/v1/orgs/{organizationId}/saml/{samlProviderId}', {
        params: { organizationId, samlProviderId },
        body: {
          ...given,
          ...(role !== undefined && { defaultRole: roleOf(role) }),
          ...(team !== undefined && { defaultTeam: team || null }),
        },
      })
    },
    async onSuccess(_, sent) {
      await queries.invalidateQueries(providersQuery(organizationId))
      clearSent(sent)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(changes)
  }
  const text = (name: 'label' | 'ssoURL' | 'entityID' | 'certificate') => ({
    // A text that is known can be replaced and not be taken away.
    required: provider[name] !== '',
    error: refusalAt(save.error, name, words),
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const beside = refusalBeside(save.error, fields, words)
  return (
    <form className={facts.form} onSubmit={submit}>
      <Field label={words.providerLabel} maxLength={30} {...text('label')} />
      <Field label={words.ssoAddress} type="url" {...text('ssoURL')} />
      <Field label={words.providerEntityId} {...text('entityID')} />
      <TextField label={words.certificate} hint={words.certificateHint} spellCheck={false} {...text('certificate')} />
      <Choice
        label={words.newcomersRole}
        value={typed.role}
        options={roleOptions(roles)}
        onChange={({ target }) => change({ role: target.value as typeof typed.role })}
      />
      <Choice
        label={words.newcomersTeam}
        value={typed.team}
        options={[['', words.noTeam], ...known.map(({ id, title }) => [id, title] as const)]}
        onChange={({ target }) => change({ team: target.value })}
      />
      {teams.error && <Notice>{refusalText(teams.error, words)}</Notice>}
      {beside && <Notice>{beside}</Notice>}
      {save.isSuccess && !isChanged && <Notice kind="success">{words.saved}</Notice>}
      <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
        {words.save}
      </Button>
    </form>
  )
}
