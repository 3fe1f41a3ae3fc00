import type { ConsoleUsers } from './console-users.ts'

/** The kinds of screens by which an organization is run. */
export const kindsOfScreens = ['people', 'content', 'security'] as const

type Screens = Record<(typeof kindsOfScreens)[number], (theme: string) => Promise<string[]>>

/**
 * Returns functions that make something to show and resolve with the paths of all screens of a kind. There is a member, a
 * team and an import already.
 */
export function organizationScreens({ made, organizationId, spaceId }: ConsoleUsers): Screens {
  const at = (path: string) => `/o/${organizationId}${path}`
  return {
    async people(theme) {
      const [member] = (await made('listMembersInOrganizationById')).items
      const [team] = (await made('listTeamsInOrganizationById')).items
      const { id } = await made('createCollection', {}, { title: `Guides ${theme}` })
      const screens = ['/members', `/members/${member.id}`, '/teams', `/teams/${team.id}`, `/collections/${id}`]
      return [...screens.map(at), `/s/${spaceId}/settings`, at('/join/unknown')]
    },
    async content(theme) {
      const text = '{"openapi":"3.1.0","info":{"title":"Payments","version":"1"},"paths":{}}'
      await made('createOpenAPISpec', {}, { slug: `payments-${theme}`, source: { text } })
      const [run] = (await made('listImportRuns')).items
      const imports = ['/imports', '/imports/new', `/imports/${run.id}`, '/templates', '/trash']
      return [...imports, '/specifications', `/specifications/payments-${theme}`].map(at)
    },
    async security() {
      await made('createOrganizationSAMLProvider', {}, { label: 'Okta' })
      return ['/settings', '/tokens', '/single-sign-on', '/audit-log'].map(at)
    },
  }
}
