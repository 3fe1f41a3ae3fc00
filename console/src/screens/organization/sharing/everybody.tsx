import type { Organization } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { workspaceQuery } from '../../../api/queries.ts'
import { usePages } from '../../../api/use-pages.ts'
import { Button } from '../../../parts/button.tsx'
import { ListEnd } from '../../../parts/list-end.tsx'
import { Avatar } from '../../../parts/person.tsx'
import rows from '../../../parts/rows.module.css'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { ruleText } from '../frame/rule-text.ts'
import { teamsQuery } from '../teams/teams-queries.ts'
import { grantsOf, type Scope, sharingKey } from './sharing-queries.ts'

interface EverybodyProps {
  scope: Scope
  organization: Organization
}

/** Everybody who can see a space or collection, by whatever rule, if somebody asks for it. */
export function Everybody(props: EverybodyProps) {
  const words = useWordsOf('organization')
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <div>
        <Button aria-expanded={isWanted} onClick={() => setWanted(!isWanted)}>
          {words.whoElse}
        </Button>
      </div>
      {isWanted && <List {...props} />}
    </>
  )
}

function List({ scope, organization }: EverybodyProps) {
  const words = useWordsOf('organization')
  const list = usePages([...sharingKey(scope), 'everybody'], (page, signal) =>
    grantsOf(scope).everybody({ page, signal }),
  )
  const { data: workspace } = useQuery(workspaceQuery(organization.id))
  const { data: teams = [], error } = useQuery({
    ...teamsQuery(organization.id),
    enabled: organization.permissions.listTeams,
  })
  const names = { collections: workspace?.collections ?? [], teams }
  return (
    <>
      <ul className={rows.rows} aria-label={words.whoElse}>
        {list.items.map(({ user, permission, source }) => (
          <li key={user.id} className={rows.row}>
            <Avatar person={user} />
            <span className={rows.main}>
              <span className={rows.title}>{user.displayName}</span>
              <span className={`${rows.detail} ${facts.reason}`}>{ruleText(source, words, names)}</span>
            </span>
            <span className={rows.aside}>{words.levels[permission]}</span>
          </li>
        ))}
      </ul>
      {/* The rules name the teams. */}
      {error && <Notice>{refusalText(error, words)}</Notice>}
      <ListEnd list={list} />
    </>
  )
}
