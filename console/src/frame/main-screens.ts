import {
  faBell,
  faCodeMerge,
  faGlobe,
  faHouse,
  faUserGroup,
  type IconDefinition,
} from '@fortawesome/free-solid-svg-icons'
import type { Organization } from '@quire/contracts'
import type { Words } from '../words/general/en.ts'

export interface MainScreen {
  to: `/o/$organizationId${'' | '/notifications' | '/changes' | '/sites' | '/members'}`
  /** The name of the text that is its title. */
  name: keyof Words & ('home' | 'notifications' | 'changeRequests' | 'sites' | 'members')
  icon: IconDefinition
}

/** Returns the screens of an organization that the navigation leads to, and `Ctrl K`. */
export const mainScreens = (organization: Pick<Organization, 'permissions'> | undefined): MainScreen[] => [
  { to: '/o/$organizationId', name: 'home', icon: faHouse },
  { to: '/o/$organizationId/notifications', name: 'notifications', icon: faBell },
  { to: '/o/$organizationId/changes', name: 'changeRequests', icon: faCodeMerge },
  { to: '/o/$organizationId/sites', name: 'sites', icon: faGlobe },
  ...(organization?.permissions.listMembers
    ? [{ to: '/o/$organizationId/members', name: 'members', icon: faUserGroup } as const]
    : []),
]
