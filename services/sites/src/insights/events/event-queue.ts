/** Events of one request. */
export interface QueuedEvents {
  organizationId: string
  siteId: string
  rows: readonly unknown[]
}

export interface EventQueue<Item extends QueuedEvents> {
  /**
   * Adds events. If there is no room, those that came last of the site with the most in the organization with the most
   * make room for them; returns those that had to leave, which may be the new ones.
   */
  add(item: Item): Item[]
  /** Removes and returns events for one statement, about `maxRows` and those of one request at least. */
  take(maxRows: number): Item[]
  isEmpty(): boolean
}

interface SiteQueue<Item> {
  items: Item[]
  rows: number
}

interface OrganizationQueue<Item> {
  sites: Map<string, SiteQueue<Item>>
  rows: number
}

/**
 * Creates a queue in which organizations take turns, and in each of them its sites: whoever sends little neither waits for
 * nor gives way to whoever sends much, however many sites that uses.
 */
export function createEventQueue<Item extends QueuedEvents>(maxRows: number): EventQueue<Item> {
  const organizations = new Map<string, OrganizationQueue<Item>>()
  let total = 0

  function count(organization: OrganizationQueue<Item>, site: SiteQueue<Item>, rows: number) {
    site.rows += rows
    organization.rows += rows
    total += rows
  }

  function append(item: Item) {
    const { organizationId, siteId, rows } = item
    const organization = organizations.get(organizationId) ?? { sites: new Map(), rows: 0 }
    const site = organization.sites.get(siteId) ?? { items: [], rows: 0 }
    organizations.set(organizationId, organization)
    organization.sites.set(siteId, site)
    site.items.push(item)
    count(organization, site, rows.length)
  }

  /** Removes the first or the last events of a site; a site and an organization without any are forgotten. */
  function remove(organizationId: string, siteId: string, end: 'first' | 'last'): Item | undefined {
    const organization = organizations.get(organizationId)
    const site = organization?.sites.get(siteId)
    const item = end === 'first' ? site?.items.shift() : site?.items.pop()
    if (!organization || !site || !item) return undefined
    count(organization, site, -item.rows.length)
    if (site.items.length === 0) organization.sites.delete(siteId)
    if (organization.sites.size === 0) organizations.delete(organizationId)
    return item
  }

  function takeNext(): Item | undefined {
    for (const [organizationId, organization] of organizations) {
      for (const [siteId, site] of organization.sites) {
        // Whose turn it was comes last in the next round.
        organization.sites.delete(siteId)
        organization.sites.set(siteId, site)
        organizations.delete(organizationId)
        organizations.set(organizationId, organization)
        return remove(organizationId, siteId, 'first')
      }
    }
    return undefined
  }

  return {
    add(item) {
      append(item)
      const left: Item[] = []
      while (total > maxRows) {
        const [organizationId, { sites }] = largest(organizations)
        const one = remove(organizationId, largest(sites)[0], 'last')
        if (one) left.push(one)
      }
      return left
    },
    take(most) {
      const taken: Item[] = []
      for (let rows = 0; rows < most; ) {
        const item = takeNext()
        if (!item) break
        taken.push(item)
        rows += item.rows.length
      }
      return taken
    },
    isEmpty: () => organizations.size === 0,
  }
}

/** Returns the entry with the most rows, of equal ones the last; there is one at least. */
function largest<Queue extends { rows: number }>(queues: ReadonlyMap<string, Queue>): [string, Queue] {
  return [...queues].reduce((most, one) => (one[1].rows >= most[1].rows ? one : most))
}
