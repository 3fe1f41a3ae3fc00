import type { RequestOptions } from '../support/api-client.ts'
import type { Fresh, Kind } from '../support/fresh.ts'
import type { SeededOrganization } from '../support/seed.ts'

/**
 * The callers: the first two have no valid token, `limited` is the admin with a read-only one, `removed` was an editor,
 * `operator` is a token of the installation, `disabled` is one whose membership is suspended, `owner` is a reader who owns the seeded team.
 */
export const callers = [
  'anonymous',
  'forger',
  'limited',
  'operator',
  'outsider',
  'removed',
  'disabled',
  'guest',
  'reader',
  'owner',
  'commenter',
  'editor',
  'reviewer',
  'creator',
  'admin',
] as const
export type CallerName = (typeof callers)[number]

/** The context of a call: the seeded things, the caller, and functions that create things that a success uses up. */
export interface Stage {
  seeded: SeededOrganization
  caller: CallerName
  /** The caller's own user id; the admin's for those who have none here. */
  self: string
  fresh: Fresh
  /** Creates another organization of the admin, in which the caller has the same role; resolves with its id. */
  createOrganization: (settings?: object) => Promise<string>
}

export interface Row {
  /** The weakest caller who may; `member` includes guests. */
  least: 'anyone' | 'user' | 'operator' | 'member' | 'read' | 'comment' | 'edit' | 'review' | 'create' | 'admin'
  /** The status of a success. */
  ok: number
  /** A guest's status where guests may not: they know the organization (403), but not what is in it (404, 204). */
  guest?: 403 | 404 | 204
  /** A stranger's status. */
  stranger?: 404 | 204
  /** The status of single callers, which overrides the rest of the row. */
  meets?: Partial<Record<CallerName, number>>
  /** A POST that only reads. */
  reads?: true
  /** A GET that answers a secret, which is not for read-only tokens. */
  secret?: true
  /** Input besides the seeded ids. */
  given?: (stage: Stage) => RequestOptions | Promise<RequestOptions>
}

/** Rows by operation id, alone or followed by a blank and what is special about the row. */
export type Rows = Record<string, Row>

export const body = (value: unknown) => () => ({ body: value })
export const on =
  (kind: Kind, value?: unknown) =>
  async ({ fresh }: Stage) => ({
    params: await fresh(kind),
    ...(value !== undefined && { body: value }),
  })

export const oneself = ({ self }: Stage) => ({ params: { userId: self } })

export const organization = { guest: 403 } as const
export const inside = { guest: 404 } as const
