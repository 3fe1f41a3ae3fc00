import type { OwnerName } from '@quire/contracts'

const ofMembers = {
  'identity.deleted-organization': {
    table: 'deleted_organization',
    rows: 'select id from deleted_organization order by id',
  },
  'identity.organization': { table: 'organization' },
  'identity.member': { table: 'member' },
  'identity.team': { table: 'team' },
  'identity.team-member': { table: 'team_member' },
}
const ofContent = {
  'content.collection': { table: 'collection' },
  'content.space': { table: 'space' },
  'content.grant': { table: 'access_grant' },
}

/** The events of one noun in the list of identity, without the names that people had. */
function auditEventsAs(noun: string) {
  const owned = `id in (select key from projected where noun = '${noun}')`
  return {
    table: 'audit_event',
    rows: `select id, organization_id, at, action, actor_id, target_id, payload from audit_event where ${owned} order by id`,
    empty: `delete from audit_event where ${owned}`,
  }
}

const auditEvents = {
  ofContent: auditEventsAs('content.audit-event'),
  ofSites: auditEventsAs('sites.audit-event'),
}

/** Each service's copies of others: a noun's table, its rows, and how to clear them if the rows hold more. */
export const copies: Record<OwnerName, Record<string, { table: string; rows?: string; empty?: string }>> = {
  identity: {
    'content.granted-spaces': {
      table: 'member and team',
      rows: 'select id, spaces from member union all select id, spaces from team order by id',
      empty: 'update member set spaces = 0; update team set spaces = 0',
    },
    'sites.site': { table: 'site' },
    'content.audit-event': auditEvents.ofContent,
    'sites.audit-event': auditEvents.ofSites,
  },
  content: {
    ...ofMembers,
    'identity.user': { table: 'person' },
    'sites.site': { table: 'site' },
    'sites.site-space': { table: 'site_space' },
    'sites.share-link': { table: 'share_link' },
  },
  sites: {
    ...ofMembers,
    ...ofContent,
    'identity.user': { table: 'person' },
    'content.space-counters': { table: 'space_counters' },
  },
  ai: {
    ...ofMembers,
    ...ofContent,
    'sites.site': { table: 'site' },
    'sites.site-space': { table: 'site_space' },
  },
}
export const services = Object.keys(copies) as OwnerName[]
/** Each copy, with the queries that read its whole rows and empty it. */
export const copiesOf = (name: OwnerName) =>
  Object.entries(copies[name]).map(([noun, { table, rows, empty }]) => ({
    noun,
    rows: rows ?? `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
    empty: empty ?? `delete from ${table}`,
  }))
