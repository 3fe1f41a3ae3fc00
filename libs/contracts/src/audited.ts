/** Kinds of things that audited operations change. */
export const auditTargets = [
  'access-token',
  'change-request',
  'collection',
  'comment',
  'comment-reply',
  'custom-font',
  'custom-hostname',
  'installation',
  'integration',
  'invite',
  'mcp-server',
  'openapi',
  'organization',
  'passkey',
  'saml-provider',
  'session',
  'share-link',
  'site',
  'site-redirect',
  'site-section',
  'site-section-group',
  'site-space',
  'space',
  'team',
  'translation',
  'user',
] as const
type AuditTarget = (typeof auditTargets)[number]

/**
 * Declares that an operation leaves an audit event in the transaction of its write (docs/adr/0060). The event holds what
 * is named here and nothing else of the request: no body, no answer, no header.
 */
export interface Audited {
  target: AuditTarget
  /** The path parameter with the id of the target, or `reply` for the `id` of the answer; absent if the handler says it. */
  id?: string
  /** True if whoever knows the id gets in by it: the event has a hash of it instead. */
  secretId?: true
  /**
   * True if a job makes the change that the request asks for, and stores the event in its transaction: the request leaves none.
   */
  byJob?: true
  /** Further path parameters that the event repeats. */
  params?: readonly string[]
  /** Fields of the body that the event repeats. */
  fields?: readonly string[]
}
