import type { Team } from '@quire/contracts'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Confirm } from '../../../parts/confirm.tsx'
import { Field } from '../../../parts/field.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import { Screen, Section } from '../../../parts/screen.tsx'
import { Notice } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { useOrganization } from '../frame/use-organization.ts'
import { TeamGrants } from './team-grants.tsx'
import { TeamMembers } from './team-members.tsx'
import { teamQuery, teamsKey } from './teams-queries.ts'

/** A team: its members, and for administrators what it opens. */
export function TeamScreen() {
  const organization = useOrganization()
  const { teamId } = useParams({ from: '/signed-in/frame/o/$organizationId/administration/teams/$teamId' })
  const { data: team } = useSuspenseQuery(teamQuery(organization.id, teamId))
  return (
    <Screen title={team.title}>
      <TeamMembers organization={organization} team={team} />
      {organization.permissions.admin && <TeamGrants organizationId={organization.id} team={team} />}
      {team.permissions.admin && <Rename key={team.id} organizationId={organization.id} team={team} />}
      {organization.permissions.admin && <Removal organizationId={organization.id} team={team} />}
    </Screen>
  )
}

interface PartProps {
  organizationId: string
  team: Team
}

function Rename({ organizationId, team }: PartProps) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const { form, isChanged, change, clearSent } = useFormDraft(`team/${team.id}`, { title: team.title })
  const save = useMutation({
    mutationFn: (sent: typeof form) =>
      api.patch('/v1/orgs/{organizationId}/teams/{teamId}', {
        params: { organizationId, teamId: team.id },
        body: sent,
      }),
    async onSuccess(_, sent) {
      await queries.invalidateQueries({ queryKey: teamsKey(organizationId) })
      clearSent(sent)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(form)
  }
  const beside = refusalBeside(save.error, ['title'], words)
  return (
    <Section title={words.renameTeam}>
      <form className={facts.form} onSubmit={submit}>
        <Field
          label={words.teamName}
          error={refusalAt(save.error, 'title', words)}
          value={form.title}
          onChange={({ target }) => change({ title: target.value })}
          required
          maxLength={64}
        />
        {beside && <Notice>{beside}</Notice>}
        <Button type="submit" busy={save.isPending} disabled={!isChanged}>
          {words.save}
        </Button>
      </form>
    </Section>
  )
}

function Removal({ organizationId, team }: PartProps) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () =>
      api.delete('/v1/orgs/{organizationId}/teams/{teamId}', { params: { organizationId, teamId: team.id } }),
    async onSuccess() {
      await navigate({ to: '/o/$organizationId/teams', params: { organizationId } })
      await queries.invalidateQueries({ queryKey: [...teamsKey(organizationId), 'list'] })
    },
  })
  return (
    <Section title={words.deleteTeam}>
      <p className={facts.lead}>{words.deleteTeamHint}</p>
      <div>
        <Button kind="danger" onClick={() => setAsking(true)}>
          {words.deleteTeam}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          title={words.deleteQuestion(team.title)}
          description={words.deleteTeamHint}
          action={words.deleteTeam}
          work={remove}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  )
}
