import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { meQuery, organizationsQuery } from '../../api/queries.ts'
import { Read } from '../../parts/read.tsx'
import rows from '../../parts/rows.module.css'
import { Section } from '../../parts/screen.tsx'
import { useWordsOf } from '../../words/words.ts'
import { Leave } from '../organization/members/leave.tsx'

/** The person's organizations. Guests, who see no list of members with themselves in it, can leave one here. */
export function Memberships() {
  const words = useWordsOf('organization')
  const { data: me } = useSuspenseQuery(meQuery)
  const organizations = useQuery(organizationsQuery)
  return (
    <Section title={words.organizations}>
      <Read of={organizations}>
        {(found) => (
          <ul className={rows.rows}>
            {found.map((organization) => (
              <li key={organization.id} className={rows.row}>
                <span className={rows.main}>
                  <span className={rows.title}>{organization.title}</span>
                </span>
                <span className={rows.aside}>
                  <Leave organization={organization} userId={me.id} label={words.leaveNamed(organization.title)} />
                </span>
              </li>
            ))}
          </ul>
        )}
      </Read>
    </Section>
  )
}
