import { apiOf } from '../support/api-client.ts'
import { signInLink } from '../support/operator.ts'
import { mailTo } from '../support/sign-in-mails.ts'
import { settled, systemOf } from '../support/system-databases.ts'
import type { ConsoleUsers } from './console-users.ts'
import { seedAdministration, seedReviews } from './shown-content.ts'

/** A screen of the console, by the name of its picture. */
export interface Screen {
  name: string
  path: string
}

/** Returns the screens that nobody needs to be signed in for, and the path of the link that signs Ada in. */
export async function screensOfSigningIn(users: ConsoleUsers) {
  const link = await signInLink(users.world, '--email', 'ada@example.com')
  return {
    link,
    screens: screensOf({
      'sign-in': '/sign-in',
      'sign-in-refused': '/sign-in/oidc?error=access_denied&state=unknown',
      'sign-in-link': link,
      'stop-mails': await stopMailsPath(users),
    }),
  }
}

/** Mentions the reviewer; returns the path by which the mail about it lets them stop such mails. */
async function stopMailsPath({ world, made, organizationId, spaceId, grace }: ConsoleUsers): Promise<string> {
  // Nobody gets such mails from an organization that they have not come to.
  const { token } = await world.person('grace@example.com', 'Grace')
  await apiOf(world.gateways[0] ?? '').made('getOrganizationById', token, { params: { organizationId } })
  await settled(systemOf(world))
  const body = { body: { markdown: `[Grace](/users/${grace}), which oil is it?` } }
  const pathIn = (mail: string) => /\/stop-mails\/[\w.-]+/.exec(mail)?.[0]
  return mailTo(world, 'grace@example.com', pathIn, () => made('postCommentInSpace', { spaceId }, body))
}

/** Makes something to show, and returns all other screens with what is on them. `archive` is the address of a zip. */
export async function screensOfContent(users: ConsoleUsers, archive: string): Promise<Screen[]> {
  const { page, opened, merged, revisions, empty } = await seedReviews(users)
  const { collection, member, team, run, site, program } = await seedAdministration(users, archive)
  const inOrganization = (path: string) => `/o/${users.organizationId}${path}`
  const inSpace = (path: string) => `/s/${users.spaceId}${path}`
  const inSite = (path: string) => inOrganization(`/sites/${site}${path}`)
  return screensOf({
    home: '/?new=true',
    account: '/settings',
    'visit-refused': '/visit',
    program: `/authorize?${program}`,
    overview: inOrganization(''),
    'join-refused': inOrganization('/join/unknown'),
    'all-changes': inOrganization('/changes'),
    notifications: inOrganization('/notifications'),
    collection: inOrganization(`/collections/${collection}`),
    members: inOrganization('/members'),
    member: inOrganization(`/members/${member}`),
    teams: inOrganization('/teams'),
    team: inOrganization(`/teams/${team}`),
    imports: inOrganization('/imports'),
    'new-import': inOrganization('/imports/new'),
    import: inOrganization(`/imports/${run}`),
    templates: inOrganization('/templates'),
    trash: inOrganization('/trash'),
    specifications: inOrganization('/specifications'),
    specification: inOrganization('/specifications/payments'),
    settings: inOrganization('/settings'),
    tokens: inOrganization('/tokens'),
    'single-sign-on': inOrganization('/single-sign-on'),
    'audit-log': inOrganization('/audit-log'),
    sites: inOrganization('/sites'),
    'new-site': inOrganization('/sites/new'),
    site: inSite(''),
    'site-structure': inSite('/structure'),
    'site-customization': inSite('/customization'),
    'site-audience': inSite('/audience'),
    'site-domain': inSite('/domain'),
    'site-redirects': inSite('/redirects'),
    'site-adaptive': inSite('/adaptive'),
    'site-mcp': inSite('/mcp'),
    'site-settings': inSite('/settings'),
    page: inSpace(`/p/${page}`),
    history: inSpace('/history'),
    comparison: inSpace(`/compare?before=${revisions.before}&after=${revisions.after}`),
    revision: inSpace(`/revisions/${revisions.before}/p/${page}`),
    files: inSpace('/files'),
    'space-settings': inSpace('/settings'),
    changes: inSpace('/changes'),
    'change-request': inSpace(`/changes/${opened}`),
    discussion: inSpace(`/changes/${opened}?tab=discussion`),
    'merged-change-request': inSpace(`/changes/${merged}`),
    editor: inSpace(`/changes/${opened}/p/${page}`),
    'empty-space': `/s/${empty.space}`,
    'empty-revision': `/s/${empty.space}/revisions/${empty.revision}`,
    'empty-editor': `/s/${empty.space}/changes/${empty.changeRequest}/p`,
  })
}

const screensOf = (paths: Record<string, string>): Screen[] =>
  Object.entries(paths).map(([name, path]) => ({ name, path }))
