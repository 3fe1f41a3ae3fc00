import type { Organization } from '@quire/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { organizationQuery, organizationsQuery } from '../../../api/queries.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { CopyField } from '../../../parts/copy-field.tsx'
import { Choice, Field, Switch } from '../../../parts/field.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import { Screen, Section } from '../../../parts/screen.tsx'
import { Notice } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { roleOf, roleOptions } from '../frame/roles.ts'
import { useOrganization } from '../frame/use-organization.ts'

/** The settings of an organization. */
export function General() {
  const words = useWordsOf('security')
  const organization = useOrganization()
  return (
    <Screen title={words.generalTitle}>
      {organization.permissions.admin ? (
        <Settings key={organization.id} organization={organization} />
      ) : (
        <Notice kind="info">{words.adminsOnly}</Notice>
      )}
      <Section title={words.forPrograms}>
        <CopyField label={words.organizationId} value={organization.id} hint={words.organizationIdHint} />
      </Section>
      {organization.permissions.admin && <Removal organization={organization} />}
    </Screen>
  )
}

const fields = ['title', 'emailDomains', 'hostname', 'defaultRole']

function Settings({ organization }: { organization: Organization }) {
  const words = useWordsOf('security')
  const roles = useWordsOf('organization')
  const queries = useQueryClient()
  const {
    form: typed,
    changes,
    isChanged,
    change,
    clearSent,
  } = useFormDraft(`organization/${organization.id}`, {
    title: organization.title,
    domains: organization.emailDomains.join(', '),
    hostname: organization.hostname ?? '',
    role: organization.defaultRole ?? 'guest',
    links: organization.inviteLinks,
    ai: organization.ai,
  })
  const save = useMutation({
    mutationFn: ({ title, domains, hostname, role, links, ai }: typeof changes) =>
      api.patch('/v1/orgs/{organizationId}', {
        params: { organizationId: organization.id },
        body: {
          ...(title !== undefined && { title }),
          ...(domains !== undefined && { emailDomains: domains.split(/[\s,;]+/).filter((one) => one !== '') }),
          ...(hostname !== undefined && { hostname }),
          ...(role !== undefined && { defaultRole: roleOf(role) }),
          ...(links !== undefined && { inviteLinks: links }),
          ...(ai !== undefined && { ai }),
        },
      }),
    async onSuccess(saved, sent) {
      queries.setQueryData(organizationQuery(organization.id).queryKey, saved)
      clearSent(sent)
      await queries.invalidateQueries(organizationsQuery)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(changes)
  }
  const beside = refusalBeside(save.error, fields, words)
  return (
    <form className={facts.form} onSubmit={submit}>
      <Field
        label={words.organizationName}
        error={refusalAt(save.error, 'title', words)}
        value={typed.title}
        required
        maxLength={255}
        onChange={({ target }) => change({ title: target.value })}
      />
      <Field
        label={words.hostname}
        hint={words.hostnameHint}
        error={refusalAt(save.error, 'hostname', words)}
        value={typed.hostname}
        onChange={({ target }) => change({ hostname: target.value })}
      />
      <Field
        label={words.emailDomains}
        hint={words.emailDomainsHint}
        error={refusalAt(save.error, 'emailDomains', words)}
        value={typed.domains}
        placeholder="example.com"
        onChange={({ target }) => change({ domains: target.value })}
      />
      <Choice
        label={words.defaultRole}
        hint={words.defaultRoleHint}
        error={refusalAt(save.error, 'defaultRole', words)}
        value={typed.role}
        options={roleOptions(roles)}
        onChange={({ target }) => change({ role: target.value as typeof typed.role })}
      />
      <Switch
        label={words.allowLinks}
        hint={words.allowLinksHint}
        isOn={typed.links}
        onChange={(links) => change({ links })}
      />
      <Switch label={words.allowAi} hint={words.allowAiHint} isOn={typed.ai} onChange={(ai) => change({ ai })} />
      {beside && <Notice>{beside}</Notice>}
      {save.isSuccess && !isChanged && <Notice kind="success">{words.saved}</Notice>}
      <Button kind="primary" type="submit" busy={save.isPending} disabled={!isChanged}>
        {words.save}
      </Button>
    </form>
  )
}

function Removal({ organization: { id: organizationId, title } }: { organization: Organization }) {
  const words = useWordsOf('security')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.delete('/v1/orgs/{organizationId}', { params: { organizationId }, query: { title } }),
    async onSuccess() {
      await queries.invalidateQueries(organizationsQuery)
      await navigate({ to: '/' })
    },
  })
  return (
    <Section title={words.deleteOrganization}>
      <p className={facts.lead}>{words.deleteOrganizationHint}</p>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {words.deleteOrganization}
      </Button>
      {isAsking && (
        <Confirm
          title={words.deleteOrganizationQuestion(title)}
          description={words.deleteOrganizationHint}
          action={words.deleteOrganization}
          typed={{ label: words.deleteOrganizationTyped(title), text: title }}
          work={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
