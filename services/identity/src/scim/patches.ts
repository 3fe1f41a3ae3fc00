import type { ScimPatch } from '@quire/contracts'
import { ScimRefusal } from '@quire/kit'
import { ScimError, type ScimPatchOperation, scimPatch } from 'scim-patch'

/** The attributes that are kept, in lower case. */
const attributes = new Set(['username', 'externalid', 'displayname', 'active', 'name', 'emails', 'members'])

/**
 * Returns a resource with the operations of a patch applied, as RFC 7644 (section 3.5.2) describes. The result has the
 * shape that the provider of identities gave it: parse it. Throws 400 for operations that do not fit the resource.
 */
export function patched(resource: object, { Operations: operations }: ScimPatch): unknown {
  const kept = operations.flatMap(withoutIgnored) as ScimPatchOperation[]
  try {
    const before = structuredClone(resource) as Parameters<typeof scimPatch>[0]
    return kept.length === 0 ? before : scimPatch(before, kept, { treatMissingAsAdd: true })
  } catch (error) {
    // The library throws ScimError for what it refuses, and other errors for paths that it cannot read.
    const detail = error instanceof ScimError ? error.message : ''
    throw new ScimRefusal(400, 'invalidPath', `body.Operations: cannot be applied to this resource. ${detail}`.trim())
  }
}

type Operation = ScimPatch['Operations'][number]

/**
 * Leaves out changes of attributes that are not kept; providers send many. The library reads the names in a value as paths
 * too, from the resource or from where the path of the operation leads.
 */
function withoutIgnored(operation: Operation): Operation[] {
  const { path, value } = operation
  if (path !== undefined && !isKept(path)) return []
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [operation]
  const isFollowed = path === undefined ? isKept : isInside
  return [{ ...operation, value: Object.fromEntries(Object.entries(value).filter(([name]) => isFollowed(name))) }]
}

/** True if a path begins with an attribute that is kept. */
function isKept(path: string): boolean {
  const name = path.toLowerCase().replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/, '')
  return attributes.has(name.split(/[.[]/, 1)[0] ?? '') && isInside(path)
}

/** Longer paths lead to nothing that is kept; the library takes the square of their length to divide them. */
const maxPathLength = 500

/** False for a path into a prototype: the library would follow it and change every object of the process. */
const isInside = (path: string): boolean =>
  path.length <= maxPathLength && !/(^|[.:[\]])(__proto__|prototype|constructor)([.:[\]]|$)/.test(path)
