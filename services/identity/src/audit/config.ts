import { webAddress } from '@quire/kit'
import { z } from 'zod'

/** Settings of the stream of audit events (docs/operations.md#audit-log). */
export const AuditConfig = z.object({
  AUDIT_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('File to which [audit events](../operations.md#audit-log) are appended, one JSON object a line.'),
  AUDIT_URL: webAddress
    .optional()
    .describe('Address to which audit events are posted, one JSON object a line. It replaces AUDIT_FILE.'),
  AUDIT_URL_AUTHORIZATION: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('Value of the header `Authorization` of these requests, such as `Bearer …`.'),
})
export type AuditConfig = z.output<typeof AuditConfig>
