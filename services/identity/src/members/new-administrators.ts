import { type Caller, requireRecentSession } from '@quire/kit'

/**
 * Throws 403 if one of the roles that a request gives is that of administrators, and the caller is a session that began more
 * than ten minutes ago: whoever finds a browser left open must not make themselves an administrator (docs/adr/0072).
 */
export function requireRecentForAdmins(caller: Caller, roles: Iterable<string | null | undefined>): void {
  for (const role of roles) if (role === 'admin') requireRecentSession(caller)
}
