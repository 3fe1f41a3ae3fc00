import { faEllipsis } from '@fortawesome/free-solid-svg-icons'
import type { Member, Organization } from '@quire/contracts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { meQuery } from '../../../api/queries.ts'
import { Badge } from '../../../parts/badge.tsx'
import { IconButton } from '../../../parts/button.tsx'
import { Menu, MenuItem } from '../../../parts/menu.tsx'
import { Avatar } from '../../../parts/person.tsx'
import rows from '../../../parts/rows.module.css'
import { SavedChoice } from '../../../parts/saved-choice.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { Time } from '../../../parts/time.tsx'
import { useWordsOf } from '../../../words/words.ts'
import { roleOf, roleOptions } from '../frame/roles.ts'
import { useMemberActions } from './member-actions.tsx'

/** A member in the list: their role, and for administrators what can be done with them. */
export function MemberRow({ member, organization }: { member: Member; organization: Organization }) {
  const words = useWordsOf('organization')
  const { data: me } = useSuspenseQuery(meQuery)
  const { change, setRole, entries, dialog } = useMemberActions(member, organization)
  const isSelf = member.id === me.id
  const name = member.user.displayName
  const mayChange = organization.permissions.admin && !isSelf
  return (
    <li>
      <div className={rows.row}>
        <Avatar person={member.user} />
        <span className={rows.main}>
          <span className={rows.title}>
            <Link
              to="/o/$organizationId/members/$userId"
              params={{ organizationId: organization.id, userId: member.id }}
            >
              {name}
            </Link>{' '}
            {isSelf && <span className={rows.detail}>({words.you})</span>}
          </span>
          <span className={rows.detail}>
            {member.user.email} ·{' '}
            {member.lastSeenAt ? (
              <>
                {words.lastSeen} <Time at={member.lastSeenAt} />
              </>
            ) : (
              <>
                {words.joined} <Time at={member.joinedAt} />
              </>
            )}
          </span>
        </span>
        <span className={rows.aside}>
          {member.disabled && <Badge kind="warning">{words.disabled}</Badge>}
          {mayChange ? (
            <SavedChoice
              label={words.roleOf(name)}
              hidesLabel
              value={member.role ?? 'guest'}
              options={roleOptions(words)}
              onChoose={(role) => setRole(roleOf(role))}
            />
          ) : (
            <span>{words.roles[member.role ?? 'guest']}</span>
          )}
          {mayChange && (
            <Menu align="end" trigger={<IconButton icon={faEllipsis} label={words.actionsFor(name)} />}>
              {entries.map(({ label, isDangerous, run }) => (
                <MenuItem key={label} isDangerous={isDangerous} onSelect={run}>
                  {label}
                </MenuItem>
              ))}
            </Menu>
          )}
        </span>
      </div>
      {change.error && <Notice>{refusalText(change.error, words)}</Notice>}
      {dialog}
    </li>
  )
}
