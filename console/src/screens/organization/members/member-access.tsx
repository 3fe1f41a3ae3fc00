import { faBook } from '@fortawesome/free-solid-svg-icons'
import type { Member, Organization } from '@quire/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../api/client.ts'
import { workspaceQuery } from '../../../api/queries.ts'
import { usePages } from '../../../api/use-pages.ts'
import { emojiOf } from '../../../parts/emoji.ts'
import { Icon } from '../../../parts/icon.tsx'
import { ListEnd } from '../../../parts/list-end.tsx'
import rows from '../../../parts/rows.module.css'
import { Section } from '../../../parts/screen.tsx'
import { Notice, refusalText } from '../../../parts/states.tsx'
import { useWordsOf } from '../../../words/words.ts'
import facts from '../frame/facts.module.css'
import { ruleText } from '../frame/rule-text.ts'
import { membersKey, memberTeamsQuery } from './members-queries.ts'

/** The spaces that a member can see, with their level on each and the rule that decides it. */
export function MemberAccess({ organization, member }: { organization: Organization; member: Member }) {
  const words = useWordsOf('organization')
  const params = { organizationId: organization.id, userId: member.id }
  const list = usePages([...membersKey(organization.id), 'spaces', member.id], (page, signal) =>
    api.get('/v1/orgs/{organizationId}/members/{userId}/spaces', { params, query: { page }, signal }),
  )
  const { data: workspace } = useQuery(workspaceQuery(organization.id))
  const { data: teams = [], error } = useQuery(memberTeamsQuery(organization.id, member.id))
  const names = { collections: workspace?.collections ?? [], teams: teams.map(({ team }) => team) }
  return (
    <Section title={list.isPending ? words.spaces : words.whatTheySee(list.count ?? list.items.length)}>
      <p className={facts.lead}>{words.whatTheySeeHint}</p>
      {list.isSuccess && list.items.length === 0 && (
        <p className={rows.detail}>{member.disabled ? words.seesNothingDisabled : words.seesNothing}</p>
      )}
      <ul className={rows.rows}>
        {list.items.map(({ space, permission, source }) => (
          <li key={space.id}>
            <Link to="/s/$spaceId" params={{ spaceId: space.id }} className={rows.row}>
              <span className={rows.symbol} aria-hidden="true">
                {space.emoji ? emojiOf(space.emoji) : <Icon icon={faBook} />}
              </span>
              <span className={rows.main}>
                <span className={rows.title}>{space.title || words.untitled}</span>
                <span className={`${rows.detail} ${facts.reason}`}>{ruleText(source, words, names)}</span>
              </span>
              <span className={rows.aside}>{words.levels[permission]}</span>
            </Link>
          </li>
        ))}
      </ul>
      {/* The rules name the teams. */}
      {error && <Notice>{refusalText(error, words)}</Notice>}
      <ListEnd list={list} />
    </Section>
  )
}
