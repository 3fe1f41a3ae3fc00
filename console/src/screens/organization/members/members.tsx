import { faEllipsis, faEnvelope, faUserPlus, faXmark } from '@fortawesome/free-solid-svg-icons'
import type { Member } from '@quire/contracts'
import { keepPreviousData, useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { meQuery, organizationQuery } from '../../api/queries.ts'
import { Badge } from '../../parts/badge.tsx'
import { Button, IconButton } from '../../parts/button.tsx'
import { Choice, Field } from '../../parts/field.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { Avatar } from '../../parts/person.tsx'
import rows from '../../parts/rows.module.css'
import { Screen, Section } from '../../parts/screen.tsx'
import { Notice, refusalText } from '../../parts/states.tsx'
import { Time } from '../../parts/time.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useWordsOf } from '../../words/words.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { invitesQuery, membersQuery } from './members-queries.ts'
import { roleOf, roleOptions } from './roles.ts'

const typingMs = 200

/** The people of an organization: their roles, and who is invited. */
export function Members() {
  const words = useWordsOf('organization')
  const { organizationId } = useParams({ from: '/signed-in/frame/o/$organizationId/members' })
  const { data: organization } = useSuspenseQuery(organizationQuery(organizationId))
  const isAdmin = organization.permissions.admin
  const [search, setSearch] = useState('')
  const [isInviting, setInviting] = useState(false)
  const settled = useSettled(search, typingMs)
  const { data: members = [] } = useQuery({
    ...membersQuery(organizationId, settled),
    placeholderData: keepPreviousData,
  })
  const invite = (
    <Button kind="primary" icon={faUserPlus} onClick={() => setInviting(true)}>
      {words.invite}
    </Button>
  )
  return (
    <Screen title={words.members} actions={isAdmin && invite}>
      {isAdmin && <Invites organizationId={organizationId} />}
      <Section title={words.membersCount(members.length)}>
        <Field
          label={words.findMember}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <ul className={rows.rows}>
          {members.map((member) => (
            <MemberRow key={member.id} member={member} organizationId={organizationId} isAdmin={isAdmin} />
          ))}
        </ul>
        {members.length === 0 && <p className={rows.detail}>{words.noMembersFound}</p>}
      </Section>
      {isInviting && <InviteDialog organizationId={organizationId} onClose={() => setInviting(false)} />}
    </Screen>
  )
}

interface MemberRowProps {
  member: Member
  organizationId: string
  isAdmin: boolean
}

function MemberRow({ member, organizationId, isAdmin }: MemberRowProps) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const { data: me } = useSuspenseQuery(meQuery)
  const params = { organizationId, userId: member.id }
  const at = '/v1/orgs/{organizationId}/members/{userId}' as const
  const change = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['members', organizationId] }),
  })
  const isSelf = member.id === me.id
  return (
    <li>
      <div className={rows.row}>
        <Avatar person={member.user} />
        <span className={rows.main}>
          <span className={rows.title}>
            {member.user.displayName} {isSelf && <span className={rows.detail}>({words.you})</span>}
          </span>
          <span className={rows.detail}>
            {member.user.email} · {words.joined} <Time at={member.joinedAt} />
          </span>
        </span>
        <span className={rows.aside}>
          {member.disabled && <Badge kind="warning">{words.disabled}</Badge>}
          {isAdmin && !isSelf ? (
            <Choice
              label={words.roleOf(member.user.displayName)}
              hidesLabel
              value={member.role ?? 'guest'}
              options={roleOptions(words)}
              onChange={({ target }) =>
                change.mutate(() => api.patch(at, { params, body: { role: roleOf(target.value) } }))
              }
            />
          ) : (
            <span>{words.roles[member.role ?? 'guest']}</span>
          )}
          {isAdmin && !isSelf && (
            <Menu
              align="end"
              trigger={<IconButton icon={faEllipsis} label={words.actionsFor(member.user.displayName)} />}
            >
              <MenuItem
                onSelect={() => change.mutate(() => api.patch(at, { params, body: { disabled: !member.disabled } }))}
              >
                {member.disabled ? words.enable : words.disable}
              </MenuItem>
              <MenuItem isDangerous onSelect={() => change.mutate(() => api.delete(at, { params }))}>
                {words.removeMember}
              </MenuItem>
            </Menu>
          )}
        </span>
      </div>
      {change.error && <Notice>{refusalText(change.error, words)}</Notice>}
    </li>
  )
}

/** Invitations that nobody has followed yet. */
function Invites({ organizationId }: { organizationId: string }) {
  const words = useWordsOf('organization')
  const queries = useQueryClient()
  const { data: invites = [] } = useQuery(invitesQuery(organizationId))
  const withdraw = useMutation({
    mutationFn: (email: string) =>
      api.delete('/v1/orgs/{organizationId}/invites/{email}', { params: { organizationId, email } }),
    onSuccess: () => queries.invalidateQueries(invitesQuery(organizationId)),
  })
  if (invites.length === 0) return null
  return (
    <Section title={words.invited}>
      <ul className={rows.rows}>
        {invites.map(({ email, role, createdAt }) => (
          <li key={email} className={rows.row}>
            <span className={rows.symbol}>
              <Icon icon={faEnvelope} />
            </span>
            <span className={rows.main}>
              <span className={rows.title}>{email}</span>
              <span className={rows.detail}>
                {words.invitedAt} <Time at={createdAt} />
              </span>
            </span>
            <span className={rows.aside}>
              {words.roles[role ?? 'guest']}
              <IconButton icon={faXmark} label={words.withdrawInvite(email)} onClick={() => withdraw.mutate(email)} />
            </span>
          </li>
        ))}
      </ul>
      {withdraw.error && <Notice>{refusalText(withdraw.error, words)}</Notice>}
    </Section>
  )
}
