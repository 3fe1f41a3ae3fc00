/** The events that are shown; absent fields select all. */
export interface AuditFilter {
  action?: string | undefined
  actor?: string | undefined
  target?: string | undefined
  /** Days of the viewer's calendar, both included. */
  from?: string | undefined
  to?: string | undefined
}

/** Reads the filter of the audit log from the address. */
export function readAuditFilter(search: Record<string, unknown>): AuditFilter {
  const names = ['action', 'actor', 'target', 'from', 'to'] as const
  const given = names.filter((name) => typeof search[name] === 'string' && search[name] !== '')
  return Object.fromEntries(given.map((name) => [name, search[name]]))
}
