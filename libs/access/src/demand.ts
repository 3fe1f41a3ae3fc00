import type { Operation, RoleName } from '@quire/contracts'
import { forbidden, notFound } from '@quire/kit'
import { Access } from './access-findings.ts'
import { atLeast, type Level } from './levels.ts'

/** Answers for a hidden resource, which does not exist for the caller: a deletion does nothing, other requests get 404. */
export function unknown({ method, path }: Operation, name: string, what: string): Access {
  if (method === 'DELETE' && path.endsWith(`/{${name}}`)) return new Access({ isUnknown: true })
  throw notFound(what)
}

/** Throws 403 if the level does not include the role. */
export function demand(level: Level, role: RoleName): void {
  if (!atLeast(level, role)) throw forbidden(`This needs the role "${role}" or a stronger one here.`)
}
