import { faBook, faFolder, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { Team } from '@quire/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { workspaceQuery } from '../../../api/queries.ts'
import { Button, IconButton } from '../../../parts/button.tsx'
import { Icon } from '../../../parts/icon.tsx'
import { Read } from '../../../parts/read.tsx'
import rows from '../../../parts/rows.module.css'
import { SavedChoice } from '../../../parts/saved-choice.tsx'
import { Section } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useUndo } from '../../../parts/undo.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { levelOptions, roleOf } from '../frame/roles.ts'
import { grantsOf } from '../sharing/sharing-queries.ts'
import { TeamGrantDialog } from './team-grant-dialog.tsx'
import { teamGrantsQuery, teamsKey } from './teams-queries.ts'

/** What a team opens: spaces and collections with the level of its members there. */
export function TeamGrants({ organizationId, team }: { organizationId: string; team: Team }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const grants = useQuery(teamGrantsQuery(organizationId, team.id))
  const { data: workspace } = useQuery(workspaceQuery(organizationId))
  const [isAdding, setAdding] = useState(false)
  const [offer, undo] = useUndo()
  const refresh = () => queries.invalidateQueries({ queryKey: teamsKey(organizationId) })
  const change = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSuccess: refresh })
  const titleOf = (id: string) =>
    [...(workspace?.spaces ?? []), ...(workspace?.collections ?? [])].find((one) => one.id === id)?.title ||
    words.untitled
  return (
    <Section title={words.teamOpens} aside={<Button onClick={() => setAdding(true)}>{words.giveAccess}</Button>}>
      {undo}
      {change.error && <Notice>{refusalText(change.error, words)}</Notice>}
      <Read of={grants}>
        {(given) =>
          given.length === 0 ? (
            <p className={rows.detail}>{words.teamOpensNothing}</p>
          ) : (
            <ul className={rows.rows}>
              {given.map(({ permission, space, collection }) => {
                const kind = space ? 'space' : 'collection'
                const id = space ?? collection ?? ''
                const scope = grantsOf({ kind, id })
                const remove = async () => {
                  await scope.removeTeam(team.id)
                  offer(words.accessRemoved(titleOf(id)), async () => {
                    await scope.setTeam(team.id, permission)
                    await refresh()
                  })
                }
                return (
                  <li key={id} className={rows.row}>
                    <span className={rows.symbol}>
                      <Icon icon={kind === 'space' ? faBook : faFolder} />
                    </span>
                    <span className={rows.main}>
                      <span className={rows.title}>{titleOf(id)}</span>
                      <span className={rows.detail}>{words[kind]}</span>
                    </span>
                    <span className={rows.aside}>
                      <SavedChoice
                        label={words.levelOn(titleOf(id))}
                        hidesLabel
                        value={permission ?? 'none'}
                        options={levelOptions(words)}
                        onChoose={(level) => change.mutateAsync(() => scope.setTeam(team.id, roleOf(level)))}
                      />
                      <IconButton
                        icon={faXmark}
                        label={words.removeAccess(titleOf(id))}
                        onClick={() => change.mutate(remove)}
                      />
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }
      </Read>
      {isAdding && (
        <TeamGrantDialog
          team={team}
          workspace={workspace}
          without={grants.data?.map(({ space, collection }) => space ?? collection ?? '') ?? []}
          onDone={async () => {
            await refresh()
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Section>
  )
}
