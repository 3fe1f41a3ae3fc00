import {
  adaptiveOperations,
  customHostnameOperations,
  customizationOperations,
  enabledIntegrationOperations,
  insightsOperations,
  installationOperations,
  integrationEventOperations,
  integrationOperations,
  integrationTokenOperations,
  mcpServerOperations,
  member,
  type Noun,
  organization,
  publishedOperations,
  publishedSiteOperations,
  publishingOperations,
  redirectOperations,
  renderingOperations,
  type Site,
  type SiteSection,
  type SiteSectionGroup,
  type SiteSpace,
  sectionGroupOperations,
  sectionOperations,
  shareLinkOperations,
  siteInstallationOperations,
  siteIntegrationScriptOperations,
  siteOperations,
  siteSpaceOperations,
  space,
  spaceInstallationOperations,
  structureOperations,
} from '@quire/contracts'
import type { StartOptions } from '@quire/kit'
import { type CallInput, type ServiceTest, startServiceTest } from '@quire/world/service-test'
import type { ZodObject, z } from 'zod'
import { sites, startSites } from '../src/app.ts'

export const acme = 'acme'
export const publicUrl = 'http://docs.example.com'

/** The roles of people in `acme`; olga is a member of another organization only. */
const people = { ada: 'admin', cleo: 'create', rex: 'read', gus: null } as const

/** The default level of each space; `hidden` is ada's alone. */
const spaces = { manual: 'inherit', guide: 'inherit', notes: 'inherit', shelf: 'read', hidden: null } as const

/** Starts the service alone, and publishes two organizations, their people and their spaces to it. */
export async function startWorld(extra: NodeJS.ProcessEnv = {}, options?: StartOptions) {
  const test = await startServiceTest(sites, (env) => startSites(env, options), extra)
  const publish = <State extends ZodObject>(noun: Noun<State>, state: Partial<z.input<State>>) =>
    test.publishEvent(noun.saved, { ...noun.sample, ...state })
  for (const id of [acme, 'other']) await publish(organization, { id })
  for (const [id, role] of Object.entries(people)) {
    await publish(member, { id: `m-${id}`, organizationId: acme, userId: id, role })
  }
  await publish(member, { id: 'm-olga', organizationId: 'other', userId: 'olga', role: 'admin' })
  for (const [id, defaultLevel] of Object.entries(spaces)) {
    await publish(space, { id, title: titleOf(id), organizationId: acme, collectionId: null, defaultLevel })
  }
  await publish(space, { id: 'foreign', organizationId: 'other', collectionId: null })
  await test.settled()
  return { test, ...actions(test), deleteSpace: deletionOf(test) }
}

export type World = Awaited<ReturnType<typeof startWorld>>

const titleOf = (id: string) => id.replace(/^./, (first) => first.toUpperCase())

/**
 * Returns a function that publishes the deletion of a space, or with `false` its restoration, each time with a later
 * version.
 */
function deletionOf(test: ServiceTest) {
  let version = 1
  return async (id: keyof typeof spaces, isDeleted = true) => {
    version += 1
    const deletedAt = isDeleted ? '2026-02-03T04:05:06.007Z' : null
    await test.publishEvent(space.saved, {
      ...space.sample,
      id,
      version,
      title: titleOf(id),
      organizationId: acme,
      collectionId: null,
      defaultLevel: spaces[id],
      deletedAt,
    })
    await test.settled()
  }
}

/** Marks a default with a star. */
function outlineOf(item: SiteSpace | SiteSection | SiteSectionGroup): unknown {
  if (item.object === 'site-section-group') return { [item.title]: item.children.map(outlineOf) }
  const name = `${item.path}${item.default ? '*' : ''}`
  return item.object === 'site-space' ? name : { [name]: item.siteSpaces.map(outlineOf) }
}

type CallOptions = Partial<CallInput>

/** Calls operations by name, in `acme` and as cleo unless stated otherwise. */
function actions(test: ServiceTest) {
  const operations = {
    ...siteOperations,
    ...siteSpaceOperations,
    ...sectionOperations,
    ...sectionGroupOperations,
    ...structureOperations,
    ...adaptiveOperations,
    ...customizationOperations,
    ...insightsOperations,
    ...mcpServerOperations,
    ...shareLinkOperations,
    ...publishingOperations,
    ...redirectOperations,
    ...customHostnameOperations,
    ...publishedOperations,
    ...publishedSiteOperations,
    ...integrationOperations,
    ...integrationEventOperations,
    ...renderingOperations,
    ...integrationTokenOperations,
    ...enabledIntegrationOperations,
    ...installationOperations,
    ...spaceInstallationOperations,
    ...siteInstallationOperations,
    ...siteIntegrationScriptOperations,
  }
  const send = (id: keyof typeof operations, { params, as = 'cleo', ...input }: CallOptions = {}) =>
    test.call(operations[id], { as, params: { organizationId: acme, ...params }, ...input })
  return {
    send,
    async makeSite(body: object = {}, as = 'cleo'): Promise<Site> {
      return (await send('createSite', { as, body })).body
    },
    async siteSpaces(siteId: string, input: CallOptions = {}): Promise<SiteSpace[]> {
      return (await send('listSiteSpaces', { ...input, params: { siteId } })).body.items
    },
    async addSection(siteId: string, body: object, as = 'cleo'): Promise<SiteSection> {
      return (await send('addSectionToSite', { as, params: { siteId }, body })).body
    },
    /**
     * Returns the structure as texts: titles of groups before their content, paths of sections before those of their
     * spaces.
     */
    async outline(siteId: string, as = 'cleo'): Promise<unknown[]> {
      const { body } = await send('getSiteStructure', { as, params: { siteId } })
      return body.structure.map(outlineOf)
    },
  }
}
