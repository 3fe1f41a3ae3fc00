/**
 * Returns the organization that a path of the console is about; for paths that name none, the one that was open last on
 * this device.
 */
export function wantedOrganization(path: string | undefined, last: string | undefined): string | undefined {
  const [, named] = /^[^?#]*?\/o\/([\w-]+)(?:[/?#]|$)/.exec(path ?? '') ?? []
  const wanted = named ?? last
  return wanted !== undefined && /^[\w-]{1,128}$/.test(wanted) ? wanted : undefined
}

/** An invite link, as its page has it in its path. */
export interface Invited {
  organization: string
  invite: string
}

/** Returns the invite link whose page a path of the console is; undefined for any other path. */
export function wantedInvite(path: string | undefined): Invited | undefined {
  const [, organization, invite] =
    /^[^?#]*?\/o\/([\w-]{1,128})\/join\/([\w-]{1,128})\/?(?:[?#]|$)/.exec(path ?? '') ?? []
  return organization === undefined || invite === undefined ? undefined : { organization, invite }
}
