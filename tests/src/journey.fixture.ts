import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createWorld, type World } from '@quire/world'
import { ImportContentSource, MemberRole, type RevisionPage, SiteVisibility } from 'gitbook-api'
import { clientsOf, inTurn, statusOf } from './support/clients.ts'
import { serveFile } from './support/file-server.ts'
import { indexed, systemOf } from './support/system-databases.ts'

const archive = join(import.meta.dirname, '../fixtures/fluentd-docs.zip')

type Page = Extract<RevisionPage, { pages: unknown[] }>
const flat = (pages: RevisionPage[]): RevisionPage[] =>
  pages.flatMap((page) => [page, ...('pages' in page ? flat(page.pages) : [])])
const titled = (pages: RevisionPage[], title: string) => {
  const page = flat(pages).find((one) => one.title === title)
  if (!page || !('pages' in page)) throw new Error(`no page is called ${title}`)
  return page as Page
}

/** The main job of the product, from an empty organization on, as tests of the file that calls this. */
export function journeyThrough(gateways: number): void {
  let world: World
  let source: Awaited<ReturnType<typeof serveFile>>

  beforeAll(async () => {
    source = await serveFile(await readFile(archive), 'fluentd-docs.zip')
    world = await createWorld({ gateways, env: { OUTBOUND_ALLOW: source.allow } })
  })

  afterAll(async () => {
    await world?.close()
    await source?.close()
  })

  test(`through ${gateways} gateway(s), an empty organization becomes a published site that answers questions`, async () => {
    const balanced = inTurn(world.gateways)
    const [ada, bob, carol, dora] = await Promise.all([
      world.person('ada@example.com', 'Ada Lovelace'),
      world.person('bob@example.com', 'Bob Bemer'),
      world.person('carol@example.com', 'Carol Shaw'),
      world.person('dora@example.com', 'Dora Spouse'),
    ])
    const admin = clientsOf(ada, balanced)
    const writer = clientsOf(bob, balanced)
    const colleague = clientsOf(carol, balanced)
    const stranger = clientsOf(dora, balanced)

    // An organization, its people and a team.
    const { data: organization } = await admin.authoring.orgs.createOrganization({ title: 'Analytical Engines' })
    const organizationId = organization.id
    await admin.api.orgs.inviteUsersToOrganization(organizationId, {
      emails: [
        { email: bob.email, role: MemberRole.Read },
        { email: carol.email, role: MemberRole.Edit },
      ],
    })
    for (const { api } of [writer, colleague]) await api.orgs.getOrganizationById(organizationId)
    const { data: members } = await admin.api.orgs.listMembersInOrganizationById(organizationId, { order: 'asc' })
    expect(members.items.map((one) => [one.user.displayName, one.role])).toEqual([
      ['Ada Lovelace', 'admin'],
      ['Bob Bemer', 'read'],
      ['Carol Shaw', 'edit'],
    ])
    const bobId = members.items[1]?.id ?? ''
    const { data: team } = await admin.api.orgs.createOrganizationTeam(organizationId, {
      title: 'Writers',
      members: [bobId],
    })
    expect(team).toMatchObject({ object: 'team', title: 'Writers' })

    // A collection that only the team may see, and a space in it.
    const { data: collection } = await admin.api.orgs.createCollection(organizationId, { title: 'Guides' })
    await admin.api.collections.updateCollectionById(collection.id, { defaultLevel: null })
    await admin.api.collections.inviteToCollection(collection.id, { role: MemberRole.Review, teams: [team.id] })
    const { data: space } = await admin.api.orgs.createSpace(organizationId, {
      title: 'Fluentd',
      parent: collection.id,
    })
    const spaceId = space.id
    expect(space).toMatchObject({ visibility: 'in-collection', parent: collection.id })

    // The documentation comes in, in the order of its SUMMARY.md.
    const { data: imported } = await admin.api.spaces.importContent(spaceId, {
      source: ImportContentSource.Zip,
      url: source.url,
    })
    expect(imported.importedResources).toBeGreaterThan(192)
    // No search or question waits longer than two seconds: so much at once takes longer.
    await indexed(systemOf(world))
    const { data: tree } = await writer.api.spaces.listPages(spaceId)
    const pages = flat(tree.pages).filter((page) => page.type === 'document')
    expect(pages).toHaveLength(192)
    expect(tree.pages.slice(0, 3).map((page) => page.title)).toEqual(['Introduction', 'Overview', 'Installation'])
    expect(titled(tree.pages, 'Overview').pages[0]?.title).toBe('Life of a Fluentd event')
    const copy = titled(tree.pages, 'copy')
    const { data: copyPage } = await writer.api.spaces.getPageById(spaceId, copy.id)
    expect(copyPage).toMatchObject({
      type: 'document',
      markdown: expect.stringContaining('copies events to multiple outputs'),
    })
    const { data: byPath } = await writer.api.spaces.getPageByPath(spaceId, encodeURIComponent(copy.path))
    expect(byPath).toMatchObject({ id: copy.id })

    // A change request: two pages edited, one new, discussed and merged.
    const { data: changeRequest } = await writer.api.spaces.createChangeRequest(spaceId, { subject: 'Explain fan-out' })
    expect(changeRequest).toMatchObject({ number: 1, status: 'draft', createdBy: { displayName: 'Bob Bemer' } })
    const stdout = titled(tree.pages, 'stdout')
    const edited = `${'markdown' in copyPage ? copyPage.markdown : ''}\n\nFan-out is what others call this.\n`
    const { data: changed } = await writer.authoring.spaces.updateChangeRequestContent(
      spaceId,
      changeRequest.id,
      {
        changes: [
          { operation: 'update_page', page: copy.id, document: { markdown: edited } },
          { operation: 'update_page', page: stdout.id, title: 'standard output' },
          {
            operation: 'insert_page',
            title: 'Zebra crossings',
            ref: 'zebra',
            document: {
              markdown: 'A zebra crossing routes striped events.\n\n## Paint\n\nUse white paint for the stripes.\n',
            },
          },
        ],
      },
      { compat: false },
    )
    expect('changes' in changed && changed.changes.map((one) => one.object)).toEqual([
      'updated_page',
      'updated_page',
      'created_page',
    ])
    const { data: comment } = await admin.api.spaces.postCommentInChangeRequest(spaceId, changeRequest.id, {
      body: { markdown: 'Looks *right* to me.' },
      page: copy.id,
    })
    expect(comment).toMatchObject({
      status: 'open',
      postedBy: { displayName: 'Ada Lovelace' },
      target: { changeRequest: changeRequest.id },
    })
    const { data: unmerged } = await writer.api.spaces.getPageById(spaceId, copy.id)
    expect(unmerged).not.toMatchObject({ markdown: expect.stringContaining('Fan-out is what') })
    const { data: merged } = await writer.api.spaces.mergeChangeRequest(spaceId, changeRequest.id)
    expect(merged.result).toBe('merge')

    // The new revision is live, and search and answers use it.
    const { data: after } = await admin.api.spaces.getSpaceById(spaceId)
    expect(after).toMatchObject({
      revision: merged.revision,
      changeRequests: 1,
      changeRequestsOpen: 0,
      changeRequestsDraft: 0,
    })
    const { data: live } = await writer.api.spaces.getPageById(spaceId, copy.id)
    expect(live).toMatchObject({ markdown: expect.stringContaining('Fan-out is what others call this.') })
    const { data: newTree } = await admin.api.spaces.listPages(spaceId)
    expect(titled(newTree.pages, 'standard output').id).toBe(stdout.id)
    const zebra = titled(newTree.pages, 'Zebra crossings')
    const { data: found } = await writer.api.spaces.searchSpaceContent(spaceId, { query: 'striped zebra' })
    expect(found.items[0]).toMatchObject({ id: zebra.id, title: 'Zebra crossings' })
    const { data: everywhere } = await writer.api.orgs.searchOrganizationContent(organizationId, { query: 'zebra' })
    expect(everywhere.items).toMatchObject([{ id: spaceId, pages: [{ id: zebra.id }] }])
    const question = 'How do I send the same event to multiple outputs?'
    const { data: asked } = await writer.api.orgs.askInOrganization(organizationId, { query: question })
    expect(asked.answer?.sources[0]?.page).toBe(titled(newTree.pages, 'FAQ').id)
    expect(asked.answer?.answer).toMatchObject({ markdown: expect.stringContaining('copy') })
    const { data: askedNew } = await writer.api.orgs.askInOrganization(organizationId, {
      query: 'Which paint do zebra crossings use?',
    })
    expect(askedNew.answer?.sources[0]).toMatchObject({ page: zebra.id, space: spaceId, revision: merged.revision })
    const events = []
    for await (const event of writer.api.orgs.streamAskInOrganization(organizationId, { query: question }))
      events.push(event)
    expect(events.length).toBeGreaterThan(1)
    expect(events.at(-1)).toMatchObject({ type: 'answer', answer: { sources: asked.answer?.sources } })

    // Published as a docs site.
    const { data: site } = await admin.api.orgs.createSite(organizationId, {
      title: 'Fluentd docs',
      visibility: SiteVisibility.Public,
      spaces: [spaceId],
    })
    expect(site).toMatchObject({ published: false, siteSpaces: 1 })
    const { data: published } = await admin.api.orgs.publishSite(organizationId, site.id)
    expect(published).toMatchObject({ published: true, urls: { published: expect.stringContaining('http') } })
    const { data: shown } = await admin.api.spaces.getSpaceById(spaceId)
    expect(shown).toMatchObject({ visibility: 'public' })

    // Everything is hidden from people without a role.
    for (const { api } of [colleague, stranger]) {
      expect(await statusOf(api.spaces.getSpaceById(spaceId))).toBe(404)
      expect(await statusOf(api.spaces.getPageById(spaceId, copy.id))).toBe(404)
      expect(await statusOf(api.spaces.getChangeRequestById(spaceId, '1'))).toBe(404)
      expect(await statusOf(api.spaces.listCommentsInChangeRequest(spaceId, changeRequest.id))).toBe(404)
      expect(await statusOf(api.spaces.searchSpaceContent(spaceId, { query: 'zebra' }))).toBe(404)
      expect(await statusOf(api.collections.getCollectionById(collection.id))).toBe(404)
    }
    const { data: seen } = await colleague.api.orgs.listSpacesInOrganizationById(organizationId)
    expect(seen).toMatchObject({ items: [], count: 0 })
    const { data: searched } = await colleague.api.orgs.searchOrganizationContent(organizationId, { query: 'zebra' })
    expect(searched.items).toEqual([])
    const { data: unanswered } = await colleague.api.orgs.askInOrganization(organizationId, { query: question })
    expect(unanswered.answer?.sources).toEqual([])
    expect(await statusOf(stranger.api.orgs.getOrganizationById(organizationId))).toBe(404)
    expect(await statusOf(stranger.api.orgs.askInOrganization(organizationId, { query: question }))).toBe(404)
  }, 120_000)
}
