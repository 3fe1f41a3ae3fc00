import { faPlus, faUserGroup } from '@fortawesome/free-solid-svg-icons'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { api } from '../../../api/client.ts'
import { Button } from '../../../parts/button.tsx'
import { Dialog, DialogButtons } from '../../../parts/dialog.tsx'
import { Field } from '../../../parts/field.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { refusalAt, refusalBeside } from '../../../parts/refusals.ts'
import rows from '../../../parts/rows.module.css'
import { Screen } from '../../../parts/screen.tsx'
import { Empty, Notice } from '../../../parts/states.tsx'
import { useFormDraft } from '../../../parts/use-form-draft.ts'
import { useWordsOf } from '../../../words/words.ts'
import { useOrganization } from '../frame/use-organization.ts'
import { teamsKey, teamsQuery } from './teams-queries.ts'

/** The teams of an organization. */
export function Teams() {
  const words = useWordsOf('organization')
  const { id: organizationId, permissions } = useOrganization()
  const { data: teams } = useSuspenseQuery(teamsQuery(organizationId))
  const [isCreating, setCreating] = useState(false)
  const create = permissions.admin && (
    <Button kind="primary" icon={faPlus} onClick={() => setCreating(true)}>
      {words.newTeam}
    </Button>
  )
  return (
    <Screen title={words.teams} actions={teams.length > 0 && create}>
      {teams.length === 0 ? (
        <Empty icon={faUserGroup} title={words.noTeams} action={create}>
          {words.noTeamsHint}
        </Empty>
      ) : (
        <ul className={rows.rows}>
          {teams.map((team) => (
            <li key={team.id}>
              <Link
                to="/o/$organizationId/teams/$teamId"
                params={{ organizationId, teamId: team.id }}
                className={rows.row}
              >
                <span className={rows.symbol}>
                  <Icon icon={faUserGroup} />
                </span>
                <span className={rows.main}>
                  <span className={rows.title}>{team.title}</span>
                </span>
                <span className={rows.aside}>
                  {words.membersCount(team.members)} · {words.spaceCount(team.spaces)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isCreating && <NewTeam organizationId={organizationId} onClose={() => setCreating(false)} />}
    </Screen>
  )
}

function NewTeam({ organizationId, onClose }: { organizationId: string; onClose: () => void }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { form, change, clear } = useFormDraft(`new-team/${organizationId}`, { title: '' })
  const create = useMutation({
    mutationFn: () => api.put('/v1/orgs/{organizationId}/teams', { params: { organizationId }, body: form }),
    async onSuccess({ id: teamId }) {
      clear()
      await queries.invalidateQueries({ queryKey: teamsKey(organizationId) })
      await navigate({ to: '/o/$organizationId/teams/$teamId', params: { organizationId, teamId } })
    },
  })
  const discard = () => {
    clear()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate()
  }
  const beside = refusalBeside(create.error, ['title'], words)
  return (
    <Dialog open onClose={onClose} title={words.newTeam} description={words.newTeamHint}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <Field
          label={words.teamName}
          error={refusalAt(create.error, 'title', words)}
          value={form.title}
          onChange={({ target }) => change({ title: target.value })}
          required
          maxLength={64}
          autoFocus
        />
        {beside && <Notice>{beside}</Notice>}
        <DialogButtons>
          <Button onClick={discard}>{words.cancel}</Button>
          <Button kind="primary" type="submit" busy={create.isPending}>
            {words.create}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
