import {
  faChevronDown,
  faChevronUp,
  faGear,
  faMagnifyingGlass,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { meQuery, organizationQuery, unreadQuery } from '../api/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { LateMenu } from '../parts/late-menu.tsx'
import { Avatar } from '../parts/person.tsx'
import { useWords } from '../words/words.ts'
import { Favorites } from './favorites.tsx'
import { type MainScreen, mainScreens } from './main-screens.ts'
import styles from './sidebar.module.css'
import { WorkspaceTree } from './workspace-tree.tsx'

const AccountMenu = lazy(() => import('./account-menu.tsx'))
const OrganizationMenu = lazy(() => import('./organization-menu.tsx'))

interface SidebarProps {
  organizationId: string
  onSearch: () => void
}

/** The navigation of an organization. */
export function Sidebar({ organizationId, onSearch }: SidebarProps) {
  const words = useWords()
  const { data: organization } = useQuery(organizationQuery(organizationId))
  const { data: me } = useQuery(meQuery)
  const { data: unread } = useQuery(unreadQuery(organizationId))
  const params = { organizationId }
  return (
    <div className={styles.sidebar}>
      <LateMenu className={styles.switch} label={words.organization} menu={OrganizationMenu}>
        <span className={styles.emblem} aria-hidden="true">
          {[...(organization?.title ?? '')][0]?.toUpperCase()}
        </span>
        <span className={styles.name}>{organization?.title}</span>
        <Icon icon={faChevronDown} />
      </LateMenu>
      <button type="button" className={styles.search} onClick={onSearch}>
        <Icon icon={faMagnifyingGlass} />
        <span>{words.search}</span>
        <kbd>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      <nav className={styles.links} aria-label={words.mainNavigation}>
        {mainScreens(organization).map(({ to, name, icon }) => (
          <Entry key={to} to={to} params={params} icon={icon} exact={name === 'home'}>
            {words[name]}
            {name === 'notifications' && unread && unread.unread > 0 && (
              <span className={styles.count}>
                {unread.isMore ? `${unread.unread}+` : unread.unread}
                <span className="hidden-text"> {words.unread}</span>
              </span>
            )}
          </Entry>
        ))}
        {organization && (
          <Entry
            to={`/o/$organizationId/${organization.permissions.admin ? 'settings' : 'tokens'}`}
            params={params}
            icon={faGear}
          >
            {words.settings}
          </Entry>
        )}
      </nav>
      <Favorites organizationId={organizationId} />
      <WorkspaceTree
        organizationId={organizationId}
        mayCreateAtTop={organization?.permissions.createContent === true}
      />
      {me && (
        <LateMenu className={styles.account} label={words.account} menu={AccountMenu}>
          <Avatar person={me} />
          <span className={styles.name}>{me.displayName}</span>
          <Icon icon={faChevronUp} />
        </LateMenu>
      )}
    </div>
  )
}

const isMac = navigator.platform.startsWith('Mac')

interface EntryProps {
  to: MainScreen['to'] | `/o/$organizationId/${'settings' | 'tokens'}`
  params: { organizationId: string }
  icon: IconDefinition
  exact?: boolean
  children: ReactNode
}

const Entry = ({ to, params, icon, exact = false, children }: EntryProps) => (
  <Link to={to} params={params} className={styles.entry} activeOptions={{ exact }}>
    <Icon icon={icon} />
    {children}
  </Link>
)
