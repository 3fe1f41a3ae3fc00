import { on, organization, type Rows } from './row-types.ts'

/** The record of who changed what in an organization. */
export const auditRows: Rows = {
  listOrganizationAuditEventActions: { least: 'admin', ok: 200, ...organization },
  listOrganizationAuditEvents: { least: 'admin', ok: 200, ...organization },
  getOrganizationAuditEvent: { least: 'admin', ok: 200, ...organization, given: on('audit event') },
}
